//! Files included in the crate: the standard library, replacements for herd's helper files, and the shipped
//! models.

/// Evaluated before every model.
pub(crate) const STDLIB: &str = include_str!("library/stdlib.cat");

/// What `include` finds if there is no such file beside the model.
const HELPERS: [(&str, &str); 8] = [
    ("stdlib.cat", STDLIB),
    ("filters.cat", include_str!("library/filters.cat")),
    ("cos.cat", include_str!("library/cos.cat")),
    ("cross.cat", include_str!("library/cross.cat")),
    ("views.jmm", include_str!("../../../../../models/views.jmm")),
    ("jmm-execution.jmm", include_str!("../../../../../models/jmm-execution.jmm")),
    ("itanium-order.jmm", include_str!("../../../../../models/itanium-order.jmm")),
    ("java-modes.jmm", include_str!("../../../../../models/java-modes.jmm")),
];

/// The models of the folder `models/`.
const MODELS: [(&str, &str); 18] = [
    ("sc.cat", include_str!("../../../../../models/sc.cat")),
    ("tso.cat", include_str!("../../../../../models/tso.cat")),
    ("pso.cat", include_str!("../../../../../models/pso.cat")),
    ("ra.cat", include_str!("../../../../../models/ra.cat")),
    ("jam21.cat", include_str!("../../../../../models/jam21.cat")),
    ("hb.cat", include_str!("../../../../../models/hb.cat")),
    ("opmm.cat", include_str!("../../../../../models/opmm.cat")),
    ("opmm-modes.jmm", include_str!("../../../../../models/opmm-modes.jmm")),
    ("coherence.jmm", include_str!("../../../../../models/coherence.jmm")),
    ("pram.jmm", include_str!("../../../../../models/pram.jmm")),
    ("causal.jmm", include_str!("../../../../../models/causal.jmm")),
    ("processor.jmm", include_str!("../../../../../models/processor.jmm")),
    ("processor-nemos.jmm", include_str!("../../../../../models/processor-nemos.jmm")),
    ("jmm.jmm", include_str!("../../../../../models/jmm.jmm")),
    ("jmm-revised.jmm", include_str!("../../../../../models/jmm-revised.jmm")),
    ("upc.jmm", include_str!("../../../../../models/upc.jmm")),
    ("itanium.jmm", include_str!("../../../../../models/itanium.jmm")),
    ("itanium-mpec.jmm", include_str!("../../../../../models/itanium-mpec.jmm")),
];

/// Models in which final fields need no special rules: all threads see the writes of a thread in order.
pub(crate) const NEED_NO_FREEZES: [&str; 2] = ["sc.cat", "tso.cat"];

/// A file by its name.
pub(crate) fn find(name: &str) -> Option<&'static str> {
    HELPERS.iter().chain(&MODELS).find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The file names of the shipped models.
pub(crate) fn model_names() -> impl Iterator<Item = &'static str> {
    MODELS.iter().map(|(name, _)| *name)
}
