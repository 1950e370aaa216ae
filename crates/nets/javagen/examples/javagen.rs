//! Prints a program: `cargo run -p javagen --example javagen SEED`.

#[expect(clippy::print_stdout, reason = "printing is all that it does")]
fn main() {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    print!("{}", javagen::program(seed, &format!("R{seed}")));
}
