//! Memory models that are read from files.

use axioms::cat::{CatError, CatModel};
use std::fmt;
use std::path::Path;

/// A model read from a cat file, under the name the user gave.
///
/// Models are passed around by value and live as long as the process: a handful of files per run is kept for good.
#[derive(Clone, Copy)]
pub struct CatFile(&'static Loaded);

struct Loaded {
    name: String,
    model: CatModel,
}

/// Whether a name is that of a file with a model in it.
pub fn is_model_file(name: &str) -> bool {
    name.ends_with(".cat") || name.ends_with(".jmm")
}

impl CatFile {
    /// Reads the file; where there is none, one that comes with thinair and has that name (`ra.cat`).
    pub fn load(name: &str) -> Result<CatFile, CatError> {
        let path = Path::new(name);
        let shipped =
            || Some(name).filter(|name| is_model_file(name) && !path.exists()).and_then(CatModel::shipped);
        let model = match shipped() {
            Some(model) => model,
            None => CatModel::load(path)?,
        };
        Ok(CatFile(Box::leak(Box::new(Loaded { name: name.to_owned(), model }))))
    }

    /// As the user named it.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// The model.
    pub fn model(self) -> &'static CatModel {
        &self.0.model
    }
}

impl fmt::Debug for CatFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CatFile").field(&self.0.name).finish()
    }
}

impl PartialEq for CatFile {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for CatFile {}

impl PartialOrd for CatFile {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CatFile {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.name.cmp(&other.0.name)
    }
}
