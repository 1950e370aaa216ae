//! Java programs whose two threads share an object of the class library: for tests that compare different
//! searches, different ways to call, and the real `java`.
//!
//! A [`Recipe`] says how to create an object that two threads can share, and how to show it
//! (`crates/program/apigen/recipes`). The public methods of its class are listed by reflection on the JDK at
//! hand ([`Method`], `crates/program/apigen/java/Methods.java`), so none is forgotten; arguments come from a
//! table by type (`crates/program/apigen/src/fill.rs`). [`Clients`] are the programs by which contracts are
//! verified (`thinair contracts`). A [`Plan`] picks two or three calls, and [`Plan::java`] writes the
//! program, with its calls made in one of several [`Form`]s.
//!
//! **Promises**: the same seed, recipes and JDK give the same program; what a program observes depends only
//! on its schedule: no identity hash codes, no clocks, no names that depend on the order of creation. **Does
//! not** compile or run anything.

mod client;
mod fill;
mod method;
mod plan;
mod random;
mod recipe;
mod write;

pub use client::{Client, Clients, Shape};
pub use fill::Fill;
pub use method::Method;
pub use plan::{Call, Catalogue, Plan};
pub use recipe::{Part, Recipe, recipes};
pub use write::Form;

/// The Java sources that programs need beside them: file names and texts.
pub const HELPERS: [(&str, &str); 2] =
    [("Api.java", include_str!("../java/Api.java")), ("Api2.java", include_str!("../java/Api2.java"))];

/// Lists methods; see its comment.
pub const METHODS: &str = include_str!("../java/Methods.java");

/// Runs programs many times on the real `java`; see its comment.
pub const HARNESS: &str = include_str!("../java/Harness.java");
