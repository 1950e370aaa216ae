//! Tests of the analyses on assembled methods.

mod common;
mod kinds;
mod liveness;
mod npe;
