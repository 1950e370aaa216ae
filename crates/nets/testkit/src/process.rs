//! Runs one process to its end, with a time limit and the same environment everywhere.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The result of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Its exit status; `None` if a signal ended it.
    pub status: Option<i32>,
    /// Whether it was killed because it took too long.
    pub timed_out: bool,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: Vec<u8>,
}

/// Variables that change the behaviour of every Java command; they must not affect a test.
const TOOL_OPTIONS: [&str; 4] = ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"];

/// Runs a command without input, in the locale C.UTF-8 and the time zone UTC.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    TOOL_OPTIONS.iter().for_each(|name| {
        command.env_remove(name);
    });
    command.env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let out = collect(child.stdout.take());
    let err = collect(child.stderr.take());
    let deadline = Instant::now() + limit;
    let mut timed_out = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= deadline {
            timed_out = true;
            // It may have just ended by itself; then there is nothing left to kill.
            child.kill().ok();
            break child.wait()?;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let joined = |reader: std::thread::JoinHandle<Vec<u8>>| reader.join().unwrap_or_default();
    Ok(Ended { status: status.code(), timed_out, out: joined(out), err: joined(err) })
}

/// Reads a stream on its own thread, so that neither stream can block the process.
fn collect(stream: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before an error is still worth comparing.
            stream.read_to_end(&mut bytes).ok();
        }
        bytes
    })
}

/// A folder for build products, removed with this value.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates an empty folder.
    pub fn new() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("thinair-java-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A leftover in the folder for temporary files does no harm.
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Arguments for `-cp FOLDER`.
pub fn class_path(folder: &Path) -> [OsString; 2] {
    ["-cp".into(), folder.into()]
}
