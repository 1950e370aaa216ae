//! Orderly termination of the process: forwards Ctrl-C, SIGTERM and SIGHUP to running searches, and always
//! removes temporary folders and kills running compilers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The exit code of a process that was interrupted before there was any result.
const INTERRUPTED_EARLY: i32 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// How many workers poll [`is_interrupted`] and stop by themselves.
static WORKING: AtomicU32 = AtomicU32::new(0);
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static CHILDREN: Mutex<BTreeMap<u32, Arc<Mutex<Child>>>> = Mutex::new(BTreeMap::new());

/// Installs the signal handler.
pub fn hear_signals() {
    // Without a handler, a signal simply ends the process.
    let _ = ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        // On a second signal, the user does not want to wait for an orderly end.
        if again || WORKING.load(Ordering::SeqCst) == 0 {
            leave(INTERRUPTED_EARLY);
        }
    });
}

/// Whether the user pressed Ctrl-C, or the process was asked to terminate.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// While this is alive, a worker stops by itself when interrupted.
pub struct Working(());

impl Working {
    /// Registers a worker.
    pub fn begin() -> Working {
        WORKING.fetch_add(1, Ordering::SeqCst);
        Working(())
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        WORKING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Ends the process at once, after cleaning up.
pub fn leave(code: i32) -> ! {
    for child in CHILDREN.lock().unwrap_or_else(PoisonError::into_inner).values() {
        let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill().and_then(|()| child.wait());
    }
    for folder in FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let _ = std::fs::remove_dir_all(folder);
    }
    std::process::exit(code)
}

/// Registers a folder to be removed at the end.
pub fn register_folder(folder: &Path) {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
}

/// Removes a registered folder.
pub fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).remove(folder);
}

/// Runs a command to its end and returns its output; `None` if it was killed at `deadline` or by an
/// interrupt.
pub fn output_of(command: &mut Command, deadline: Option<Instant>) -> std::io::Result<Option<Output>> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let id = child.id();
    let child = Arc::new(Mutex::new(child));
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&child));
    let status = loop {
        let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
        match child.try_wait() {
            Ok(None) if is_interrupted() || deadline.is_some_and(|at| Instant::now() >= at) => {
                let _ = child.kill().and_then(|()| child.wait());
                break Ok(None);
            }
            Ok(None) => {}
            ended => break ended,
        }
        drop(child);
        std::thread::sleep(Duration::from_millis(2));
    };
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    let said = |thread: std::thread::JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
    match status? {
        Some(status) => Ok(Some(Output { status, stdout: said(out), stderr: said(err) })),
        None => Ok(None),
    }
}

fn reader(pipe: Option<impl std::io::Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}
