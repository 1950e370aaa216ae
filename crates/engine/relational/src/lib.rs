//! Bounded relational logic, decided by a SAT solver.
//!
//! Source: the logic of Kodkod (Torlak and Jackson, *Kodkod: a relational model finder*, TACAS 2007),
//! reimplemented: sets and relations of any arity over a finite universe of atoms, each relation between a
//! lower and an upper bound. [`Problem`] holds relations, hard facts and named [`Group`]s of constraints;
//! [`Session`] translates it once, finds an [`Instance`], or says which groups contradict each other: a
//! minimal core ([`Session::minimal_core`]), several, or the smallest set of groups to give up.
//!
//! **Promises**: an instance satisfies every fact and group, which [`Problem::check`] verifies by evaluating
//! it without the translation; a core is unsatisfiable, and minimal if it was minimised; the same problem
//! gets the same answer. **Does not** know memory models, programs or integers: numbers occur only as bounds
//! of cardinalities, and values are atoms.

mod circuit;
mod closure;
mod cnf;
mod core;
mod ground;
mod logic;
mod matrix;
mod problem;
mod proof;
mod session;
mod solver;
mod stop;
mod symmetry;
mod translate;
mod tuples;

pub use crate::core::{Core, Cores, Stopped};
pub use ground::evaluate;
pub use logic::{Comparison, Decl, Expr, Formula, Slot, Var};
pub use problem::{Group, GroupId, Instance, Problem, RelationId};
pub use proof::{Proof, ProofError, ProofStep};
pub use session::{Answer, Session, Size, SolvingLimits, upper_bound};
#[cfg(feature = "cadical")]
pub use solver::Cadical;
pub use solver::{Batsat, Lit, Outcome, Solver};
pub use stop::Stop;
pub use tuples::{Atom, TupleSet};
