//! tmp
pub mod differential;
mod model;
pub use model::{Memories, Model, Role, WithMemory};
