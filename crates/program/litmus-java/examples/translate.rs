//! Prints the Java program of a litmus test: `cargo run -p litmus-java --example translate FILE [CLASS]`.

use std::process::ExitCode;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is all that it does")]
fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(file), class) = (words.next(), words.next().unwrap_or_else(|| "Litmus".to_owned())) else {
        eprintln!("usage: translate FILE [CLASS]");
        return ExitCode::from(2);
    };
    match program(&file, &class) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn program(file: &str, class: &str) -> Result<String, String> {
    let source = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let test = litmus::parse(file, &source).map_err(|e| e.to_string())?;
    litmus::compile(file, &source, &test).map_err(|e| e.to_string())?;
    litmus_java::translate(&test, class).map_err(|e| format!("{file}: {e}"))
}
