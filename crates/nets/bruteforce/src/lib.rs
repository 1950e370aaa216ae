//! Legality by brute force: every well-formed execution of a tiny program, and every way of committing.
//!
//! Sources: JLS §17.4.7–17.4.8; Ševčík and Aspinall, ECOOP 2008 ("AS08"), Definition 8. An oracle for
//! `legality`, which decides the same by a search over sets of racy reads. Nothing is shared with it, on
//! purpose not even what actions mean (`event::semantics`) and how relations are represented
//! (`event::Relation`): executions are enumerated here by definition (`universe.rs`) and accepted by `jls`;
//! the rules are implemented here once more, over bit sets (`revised.rs`, `original.rs`); and none of its
//! lemmas is used: any action may be committed at any step, with any execution.
//!
//! **Promises**: [`Universe::judge`] answers `Legal` with a certificate, and `Illegal` only after every
//! commit sequence has been tried. **Does not** handle loops, weak access modes, spurious failures or more
//! than a dozen actions: it says so.
//!
//! # What is not tried, and why nothing is lost
//!
//! * *Out-of-thin-air values.* Executions whose reads see values that nothing can produce are well-formed,
//!   and there are infinitely many. The set of values is the closure of the initial ones: whatever a thread
//!   writes after reading such values may be read. By induction no E_i has others: a read that is not in
//!   C_{i-1} sees a write that happens-before it, so its value is one of these if those of earlier reads by
//!   happens-before are; a read in C_{i-1} sees a write in C_{i-1}, a part of A_{i-1}, which wrote the same
//!   value in E_{i-1}. E reads what some C_i has committed. A program that counts (`getAndAdd`) has no such
//!   closure and is not judged.
//! * *Executions that stop early.* Only maximal executions are enumerated. A prefix that serves as E_i can be
//!   continued with new actions last in the synchronisation order and reads that see writes which
//!   happen-before them; no rule concerns an action after which nothing is committed.
//! * *Smaller labels.* A label maps actions of E_i to those of E. Naming more never hurts: the rules ask for
//!   names of committed actions, and rule 8 for more of them. So labels are maximal.
//! * *Big steps.* A step that commits several actions by E_i is split into steps by the same E_i as far as
//!   possible: first everything that is not a read, external actions in the order of hb_i; then each read
//!   that sees in E_i what it sees in E; then the others together. Every rule that holds for C_i holds for a
//!   part of it; only rule 5 (4') asks more of C_{i-1}, and only of reads, which is why the others are
//!   committed together and last. See `original.rs` on rules 8 and 9.
//! * *Unobservable synchronisation orders.* Two volatile reads, or two joins, that are adjacent in the order
//!   of their object are not ordered. Rule 3 then asks whether some total order exists, as `jls` does.

mod labels;
mod original;
mod revised;
mod run;
mod search;
mod traces;
mod universe;

pub use search::{Identity, Judgement};
pub use universe::{Bounds, TooLarge, Universe};
