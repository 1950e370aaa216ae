//! The memory models by name.

use crate::cat_file::CatFile;
use crate::graph_run::Rules;
use axioms::Axioms;
use axioms::cat::CatModel;
use operational::{
    AccessModes, JprPso, KnownMasked, MaskAndRead, Memory, SequentialConsistency, StoreBuffers, WriteLists,
};
use std::sync::OnceLock;

/// How a model relates to the Java memory model, and so what its answers prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A model in its own right: its complete answers are exact.
    Exact,
    /// A lower bound of the Java memory model: what it shows is real; what it does not show proves nothing.
    LowerBound,
    /// An upper bound of the Java memory model: what it does not show is impossible; what it shows may be
    /// possible.
    UpperBound,
    /// Rules as published, for comparison; the answers prove nothing about Java.
    Comparison,
}

/// A memory model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "`summary` describes each")]
pub enum Model {
    Sc,
    Tso,
    Pso,
    Opmm,
    OpmmModes,
    Jmm,
    JmmRevised,
    Rpc,
    Jam21,
    Jpr,
    OpmmAlg1,
    OpmmAlg2,
    OpmmAlg1AsPrinted,
    OpmmAlg2AsPrinted,
    PsoJprAsPrinted,
    JprAsPrinted,
    /// A model file in cat, the language of herd.
    Cat(CatFile),
}

/// Limits of memories that could grow without end.
#[derive(Debug, Clone, Copy)]
pub struct MemoryLimits {
    /// The longest store buffer.
    pub buffer: usize,
    /// The longest write list.
    pub list: usize,
}

impl Default for MemoryLimits {
    fn default() -> Self {
        MemoryLimits { buffer: 32, list: 200 }
    }
}

/// An operation on a memory of any type.
pub trait WithMemory {
    /// The result.
    type Output;
    /// Performs the operation.
    fn with<S: Memory>(self, memory: S) -> Self::Output;
}

impl Model {
    /// All built-in models, in the order that users see; model files come on top.
    pub const ALL: [Model; 16] = [
        Model::Sc,
        Model::Tso,
        Model::Pso,
        Model::Opmm,
        Model::OpmmModes,
        Model::Jmm,
        Model::JmmRevised,
        Model::Rpc,
        Model::Jam21,
        Model::Jpr,
        Model::OpmmAlg1,
        Model::OpmmAlg2,
        Model::OpmmAlg1AsPrinted,
        Model::OpmmAlg2AsPrinted,
        Model::PsoJprAsPrinted,
        Model::JprAsPrinted,
    ];

    /// The models that a table shows by default.
    pub const DEFAULT: [Model; 4] = [Model::Sc, Model::Tso, Model::Pso, Model::Opmm];

    /// The name on the command line; for a file, the name that the user gave.
    pub fn name(self) -> &'static str {
        match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::Opmm => "opmm",
            Model::OpmmModes => "opmm-modes",
            Model::Jmm => "jmm",
            Model::JmmRevised => "jmm-revised",
            Model::Rpc => "rpc",
            Model::Jam21 => "jam21",
            Model::Jpr => "jpr",
            Model::OpmmAlg1 => "opmm-alg1",
            Model::OpmmAlg2 => "opmm-alg2",
            Model::OpmmAlg1AsPrinted => "opmm-alg1-as-printed",
            Model::OpmmAlg2AsPrinted => "opmm-alg2-as-printed",
            Model::PsoJprAsPrinted => "pso-jpr-as-printed",
            Model::JprAsPrinted => "jpr-as-printed",
            Model::Cat(file) => file.name(),
        }
    }

    /// The model with this name.
    pub fn by_name(name: &str) -> Option<Model> {
        Model::ALL.into_iter().find(|m| m.name() == name)
    }

    /// The variant with the rules as the paper prints them, if that makes a difference.
    #[must_use]
    pub fn as_printed(self) -> Model {
        match self {
            Model::OpmmAlg1 => Model::OpmmAlg1AsPrinted,
            Model::OpmmAlg2 => Model::OpmmAlg2AsPrinted,
            Model::Jpr => Model::JprAsPrinted,
            other => other,
        }
    }

    /// What its answers prove.
    pub fn role(self) -> Role {
        match self {
            Model::Sc | Model::Tso | Model::Pso | Model::Jmm | Model::JmmRevised => Role::Exact,
            // Models in their own right: neither bounds the JMM.
            Model::Jam21 | Model::Cat(_) => Role::Exact,
            Model::Rpc => Role::UpperBound,
            Model::Opmm | Model::OpmmModes | Model::OpmmAlg1 | Model::OpmmAlg2 => Role::LowerBound,
            // JPR is meant as an upper bound, but this is not proved, and as printed it is not one (errata
            // J6, J9).
            Model::Jpr | Model::JprAsPrinted => Role::Comparison,
            Model::OpmmAlg1AsPrinted | Model::OpmmAlg2AsPrinted | Model::PsoJprAsPrinted => Role::Comparison,
        }
    }

    /// A one-line summary.
    pub fn summary(self) -> &'static str {
        match self {
            Model::Sc => "sequential consistency: one memory, every read sees the latest write",
            Model::Tso => "total store order: one FIFO store buffer per thread (x86, SPARC TSO)",
            Model::Pso => "partial store order: one FIFO store buffer per thread and location (SPARC PSO)",
            Model::Opmm => "OpMM by the K/M store: exactly acyclic(po + so + rf); a lower bound of the JMM",
            Model::OpmmModes => {
                "opmm with access modes and fences as they are; a lower bound of the JMM with access modes"
            }
            Model::Jmm => {
                "the Java memory model: JLS 17.4.8 as written, action identity free; exact, with certificates"
            }
            Model::JmmRevised => {
                "the Java memory model as revised by Sevcik and Aspinall (ECOOP 2008); exact, with certificates"
            }
            Model::Rpc => {
                "the race-pair closure: an upper bound of the JMM; what it does not show is impossible"
            }
            Model::Jam21 => {
                "Java Access Modes, version of 2021: VarHandle modes and fences; incomparable with the JMM"
            }
            Model::Jpr => {
                "Java Path Relaxer, errata mended: a closure under reads from the future; for comparison"
            }
            Model::OpmmAlg1 => "OpMM by write lists, Algorithm 1 (errata mended); same behaviours as opmm",
            Model::OpmmAlg2 => "OpMM by write lists, Algorithm 2 (errata mended); same behaviours as opmm",
            Model::OpmmAlg1AsPrinted => {
                "OpMM Algorithm 1 with rule (V-Rd) as printed in Fig. 4: unsound (erratum O1)"
            }
            Model::OpmmAlg2AsPrinted => {
                "OpMM Algorithm 2 with rule (V-Rd) as printed in Fig. 4: unsound (erratum O1)"
            }
            Model::PsoJprAsPrinted => "the PSO rules printed in the JPR paper: not PSO (erratum J7)",
            Model::JprAsPrinted => {
                "Java Path Relaxer as printed: loses legal behaviours (J6, J9) and may not converge (J2)"
            }
            Model::Cat(file) if file.name().ends_with(".jmm") => "a memory model in a jmm file",
            Model::Cat(_) => "a memory model in cat, the language of herd",
        }
    }

    /// What it is, where it comes from, and how Java's actions map to it.
    pub fn details(self) -> &'static str {
        match self {
            Model::Sc => {
                "Source: Lamport 1979; JLS 17.4.3.\nAll actions happen in one total order that respects program order; a read sees the\n\
                 latest write in it. Access modes and fences add nothing. Equal to the JMM for programs without data races."
            }
            Model::Tso => {
                "Source: SPARC v9 ch. 8; Sewell et al. 2010 (x86-TSO).\nA store waits in its thread's buffer; loads see the own buffer first. Volatile stores, atomic\n\
                 updates, full fences, monitors, start, join and the end of a thread drain the buffer."
            }
            Model::Pso => {
                "Source: SPARC v9 ch. 8.\nAs tso, but stores to different locations may leave the buffer in any order. Release stores,\n\
                 releaseFence and storeStoreFence keep their order with earlier stores."
            }
            Model::Opmm | Model::OpmmAlg1 | Model::OpmmAlg2 => {
                "Source: De, Roychoudhury, D'Souza, OpMM; errata O1-O5 mended.\nActions happen in one order; a plain read may see any earlier write that no write between, ordered by\n\
                 happens-before, hides. Exactly the well-formed executions with acyclic(po + so + rf).\n\
                 Opaque, acquire and release accesses and all accesses of threads that use fences are treated as volatile,\n\
                 which keeps it a lower bound: every behaviour shown is allowed by the JMM; others may exist."
            }
            Model::OpmmModes => {
                "Source: our own; docs/MODELS.md, decision 0034; the file opmm-modes.jmm has the axioms.\nOpaque, acquire, release and volatile accesses, updates of every mode and fences, as VarHandle has them;\n\
                 otherwise as opmm. Every behaviour shown is allowed by the JMM with access modes; others may exist.\n\
                 Executions that freeze final fields end there."
            }
            Model::Jmm | Model::JmmRevised => {
                "Source: JLS 17.4.8; Sevcik and Aspinall, ECOOP 2008, Def. 8.\nDecided by the sandwich opmm <= jmm <= rpc: race-free programs by sc, outcomes of the lower bound are legal,\n\
                 outcomes outside the upper bound are not, and what is between is decided by searching for a sequence of\n\
                 commitments. Racy loops, fences, weaker access modes and mixed variables: only the two bounds, and what is between is open."
            }
            Model::Rpc => {
                "Source: our own; contains every execution that is legal by either rule set and any identity of actions.\nA plain read sees a write that happens-before it, or one that was seen to race with it in an earlier round;\n\
                 rounds are repeated until nothing is new. Equal to sc for race-free programs."
            }
            Model::Jam21 => {
                "Source: Liu, Bender, Palsberg, Compiling Volatile Correctly in Java, ECOOP 2022; the file jam21.cat of its artefact.\n\
                 Opaque, acquire, release and volatile accesses and fences as VarHandle has them. Only cycles of causes through\n\
                 accesses with a mode are forbidden: plain accesses may show values out of thin air, which the JMM forbids, while\n\
                 coherence forbids what the JMM allows. The version of 2019 has other rules for volatile accesses.\n\
                 Run as any cat file is: every candidate execution is judged; see docs/CAT.md."
            }
            Model::Jpr | Model::JprAsPrinted => {
                "Source: Jin, Yavuz-Kahveci, Sanders, Java Path Relaxer: Extending JPF for JMM-Aware Model Checking, Figs. 5-8.\n\
                 A read may see a write that another path performed and that is still to come; the write is then imposed.\n\
                 Repeated until no path shows a new write. Over-approximates causality tests 5 and 10. Mended: only writes of\n\
                 paths that justify all imposed values count (J2, J3, J9). No upper bound of the JMM is proved."
            }
            Model::Cat(file) if file.name().ends_with(".jmm") => {
                "Every candidate execution of the program is judged by the file; one about several executions is decided by a solver;\n\
                 see docs/MODELS.md. A model in its own right: how it stands to the JMM is for its author to say."
            }
            Model::Cat(_) => {
                "Every candidate execution of the program is judged by the file; see docs/CAT.md.\n\
                 A model in its own right: how it stands to the JMM is for its author to say."
            }
            Model::OpmmAlg1AsPrinted | Model::OpmmAlg2AsPrinted => {
                "Source: OpMM, Fig. 4.\nA volatile read tells only the reader's own write lists, so writes that are hidden by happens-before\n\
                 show again in other threads. Kept for the record; proves nothing."
            }
            Model::PsoJprAsPrinted => {
                "Source: Jin, Yavuz, Sanders, JPR, section VI.\nOne list of (process, value) per variable. A process that ever stored to a variable never sees\n\
                 another process's store again; what one reader deletes is gone for all. Kept for the record."
            }
        }
    }

    /// The cat model that decides, if the model is given by one.
    pub fn cat(self) -> Option<&'static CatModel> {
        static JAM21: OnceLock<CatModel> = OnceLock::new();
        match self {
            Model::Jam21 => Some(JAM21.get_or_init(|| CatModel::shipped("jam21").expect("it is shipped"))),
            Model::Cat(file) => Some(file.model()),
            _ => None,
        }
    }

    /// The axioms of the graph engine for this model, if there are any.
    pub fn axioms(self) -> Option<Axioms> {
        match self {
            Model::Sc => Some(Axioms::Sc),
            Model::Tso => Some(Axioms::Tso),
            Model::Pso => Some(Axioms::Pso),
            Model::Opmm => Some(Axioms::OpMm),
            Model::OpmmModes | Model::Jmm | Model::JmmRevised | Model::Rpc => None,
            Model::Jam21 | Model::Cat(_) => None,
            Model::Jpr | Model::JprAsPrinted | Model::PsoJprAsPrinted => None,
            Model::OpmmAlg1 | Model::OpmmAlg2 | Model::OpmmAlg1AsPrinted | Model::OpmmAlg2AsPrinted => None,
        }
    }

    /// The rules of the graph engine for this model, if there are any.
    pub fn graphs(self) -> Option<Rules> {
        match self {
            Model::Cat(file) if file.is_shipped() && file.name() == "ra.cat" => Some(Rules::ReleaseAcquire),
            model => model.axioms().map(Rules::Axioms),
        }
    }

    /// The file with its axioms about a single execution, if there is one: it can judge candidates.
    pub(crate) fn axiom_file(self) -> Option<CatModel> {
        match self {
            Model::Sc => CatModel::shipped("sc"),
            Model::Tso => CatModel::shipped("tso"),
            Model::Pso => CatModel::shipped("pso"),
            Model::Jam21 | Model::Cat(_) => self.cat().cloned(),
            Model::Opmm | Model::OpmmModes | Model::Jmm | Model::JmmRevised | Model::Rpc => None,
            Model::Jpr | Model::JprAsPrinted | Model::PsoJprAsPrinted => None,
            Model::OpmmAlg1 | Model::OpmmAlg2 | Model::OpmmAlg1AsPrinted | Model::OpmmAlg2AsPrinted => None,
        }
    }

    /// The file with its axioms for the solver, if there is one: it may be about several executions.
    pub(crate) fn solver_file(self) -> Option<CatModel> {
        match self {
            Model::Jmm => CatModel::shipped("jmm.jmm"),
            Model::JmmRevised => CatModel::shipped("jmm-revised.jmm"),
            other => other.axiom_file(),
        }
    }

    /// Whether Java programs are searched by schedules under it or under a lower bound of it. Then there is a
    /// first look, and hangs are looked for.
    pub fn schedules_java(self) -> bool {
        match self {
            Model::Sc | Model::Tso | Model::Pso | Model::Opmm | Model::OpmmModes => true,
            Model::Jmm | Model::JmmRevised => true,
            Model::Rpc | Model::Jam21 | Model::Cat(_) => false,
            Model::Jpr | Model::JprAsPrinted | Model::PsoJprAsPrinted => false,
            Model::OpmmAlg1 | Model::OpmmAlg2 | Model::OpmmAlg1AsPrinted | Model::OpmmAlg2AsPrinted => false,
        }
    }

    /// Whether it has store buffers, whose length is bounded.
    pub fn has_store_buffers(self) -> bool {
        match self {
            Model::Tso | Model::Pso => true,
            Model::Sc | Model::Opmm | Model::OpmmModes | Model::Jmm | Model::JmmRevised | Model::Rpc => false,
            Model::Jam21 | Model::Cat(_) => false,
            Model::Jpr | Model::JprAsPrinted | Model::PsoJprAsPrinted => false,
            Model::OpmmAlg1 | Model::OpmmAlg2 | Model::OpmmAlg1AsPrinted | Model::OpmmAlg2AsPrinted => false,
        }
    }

    /// Whether it has a memory that runs schedules, as [`Model::with`] and replay tokens require.
    pub fn has_memory(self) -> bool {
        self.cat().is_none() && !matches!(self, Model::Jpr | Model::JprAsPrinted)
    }

    /// Performs an operation with the model's memory.
    ///
    /// # Panics
    /// If the model has none, see [`Model::has_memory`].
    pub fn with<W: WithMemory>(self, bounds: MemoryLimits, what: W) -> W::Output {
        let lists = |algorithm, as_printed| WriteLists { algorithm, as_printed, bound: bounds.list };
        match self {
            Model::Sc => what.with(SequentialConsistency),
            Model::Tso => what.with(StoreBuffers::tso(bounds.buffer)),
            Model::Pso => what.with(StoreBuffers::pso(bounds.buffer)),
            // The models of the sandwich show executions of their lower bound.
            Model::Opmm | Model::Jmm | Model::JmmRevised | Model::Rpc => what.with(KnownMasked),
            Model::OpmmModes => what.with(AccessModes::ALL),
            Model::OpmmAlg1 => what.with(lists(MaskAndRead::KeepItems, false)),
            Model::OpmmAlg2 => what.with(lists(MaskAndRead::DeleteMasked, false)),
            Model::OpmmAlg1AsPrinted => what.with(lists(MaskAndRead::KeepItems, true)),
            Model::OpmmAlg2AsPrinted => what.with(lists(MaskAndRead::DeleteMasked, true)),
            Model::PsoJprAsPrinted => what.with(JprPso { bound: bounds.list }),
            Model::Jam21 | Model::Cat(_) | Model::Jpr | Model::JprAsPrinted => {
                unreachable!("{} has no memory", self.name())
            }
        }
    }
}
