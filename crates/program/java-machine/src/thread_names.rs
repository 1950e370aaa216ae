//! Numbers of threads that do not depend on the schedule.

use hashbrown::HashMap;
use std::sync::Mutex;

/// The numbers of threads by parent and ordinal among its children: the same in every execution.
#[derive(Debug, Default)]
pub struct ThreadNames(Mutex<HashMap<(usize, u32), usize>>);

impl ThreadNames {
    /// All threads as `parent.ordinal`, from 1.
    pub fn to_text(&self) -> String {
        let threads = self.0.lock().expect("no panic while threads are named");
        let mut names: Vec<(usize, String)> = Vec::new();
        for (&(parent, ordinal), &number) in threads.iter() {
            names.push((number, format!("{parent}.{ordinal}")));
        }
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join("-")
    }

    /// Restores the numbers from a text of [`ThreadNames::to_text`]. Returns false if the text is malformed.
    pub fn take(&self, names: &str) -> bool {
        let mut threads = self.0.lock().expect("no panic while threads are named");
        let parts = names.split('-').filter(|part| !part.is_empty());
        for (i, part) in parts.enumerate() {
            let parsed = part.split_once('.').and_then(|(p, o)| Some((p.parse().ok()?, o.parse().ok()?)));
            let Some(name) = parsed else { return false };
            threads.insert(name, i + 1);
        }
        true
    }

    /// The number of a thread, by its parent and its ordinal among the parent's children.
    pub fn named(&self, parent: usize, ordinal: u32) -> usize {
        let mut threads = self.0.lock().expect("no panic while threads are named");
        let next = threads.len() + 1;
        *threads.entry((parent, ordinal)).or_insert(next)
    }
}
