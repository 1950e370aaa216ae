//! Links every class of JDKs and decodes every method: `cargo run --release -p jvm --example link_all [--
//! JAVA_HOME…]`. Module descriptors are no classes and are left out. Exits with 1 if anything fails.

use classfile::{ClassPath, Jdk};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut homes: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if homes.is_empty() {
        homes = classfile::find_jdks()?.into_iter().map(|jdk| jdk.home).collect();
    }
    let mut out = std::io::stdout().lock();
    let mut all_well = true;
    for home in homes {
        let jdk = Jdk::open(&home)?;
        let version = jdk.version.clone();
        let mut names = Vec::new();
        for entry in jdk.image.entries() {
            let resource = entry?.resource;
            let name =
                resource.strip_suffix(".class").and_then(|r| r.trim_start_matches('/').split_once('/'));
            if let Some((_, name)) = name
                && !name.ends_with("module-info")
            {
                names.push(name.to_owned());
            }
        }
        let release = jdk.release;
        let lib = jvm::Library::new(jdk, ClassPath::new(&[], release)?);
        let begin = Instant::now();
        let (methods, failures) = jvm::link_all(lib, names.iter().map(String::as_str))?;
        let seconds = begin.elapsed().as_secs_f64();
        let count = (names.len(), failures.len());
        writeln!(
            out,
            "JDK {version}: {} classes, {methods} methods, {} failures, {seconds:.1} s",
            count.0, count.1
        )?;
        for failure in failures.iter().take(20) {
            writeln!(out, "  {}: {}", failure.what, failure.reason)?;
        }
        all_well &= failures.is_empty();
    }
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
