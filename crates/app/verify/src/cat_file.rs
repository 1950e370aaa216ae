//! Memory models read from files.

use axioms::cat::{CatError, CatModel};
use std::fmt;
use std::path::Path;

/// A model read from a cat file, under the name the user gave.
///
/// Models are passed by value and live as long as the process: the few files of a run are leaked on purpose.
#[derive(Clone, Copy)]
pub struct CatFile(&'static Loaded);

struct Loaded {
    name: String,
    model: CatModel,
    is_shipped: bool,
}

/// Whether `name` names a model file, by its extension.
pub fn is_model_file(name: &str) -> bool {
    name.ends_with(".cat") || name.ends_with(".jmm")
}

impl CatFile {
    /// Reads the file. If it does not exist, falls back to the bundled model of that name (`ra.cat`).
    pub fn load(name: &str) -> Result<CatFile, CatError> {
        let path = Path::new(name);
        let shipped =
            || Some(name).filter(|name| is_model_file(name) && !path.exists()).and_then(CatModel::shipped);
        let (model, is_shipped) = match shipped() {
            Some(model) => (model, true),
            None => (CatModel::load(path)?, false),
        };
        Ok(CatFile(Box::leak(Box::new(Loaded { name: name.to_owned(), model, is_shipped }))))
    }

    /// The name that the user gave.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// Whether it is the bundled file of its name.
    pub fn is_shipped(self) -> bool {
        self.0.is_shipped
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
