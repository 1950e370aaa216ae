//! The methods of `VarHandle` and its fences, and suggestions for misspelt ones.

use crate::ast::{Method, UpdateOp};
use event::{Fence, ReadMode, RmwMode, WriteMode};

/// Every method; a flat table. Source: Java 25 API, `java.lang.invoke.VarHandle`, and `lazySet` of the
/// atomics.
const METHODS: &[(&str, Method)] = &[
    ("get", Method::Get(ReadMode::Plain)),
    ("getOpaque", Method::Get(ReadMode::Opaque)),
    ("getAcquire", Method::Get(ReadMode::Acquire)),
    ("getVolatile", Method::Get(ReadMode::Volatile)),
    ("set", Method::Set(WriteMode::Plain)),
    ("setOpaque", Method::Set(WriteMode::Opaque)),
    ("setRelease", Method::Set(WriteMode::Release)),
    ("setVolatile", Method::Set(WriteMode::Volatile)),
    ("lazySet", Method::Set(WriteMode::Release)),
    ("getAndSet", Method::GetAnd(UpdateOp::Set, RmwMode::Volatile)),
    ("getAndSetAcquire", Method::GetAnd(UpdateOp::Set, RmwMode::Acquire)),
    ("getAndSetRelease", Method::GetAnd(UpdateOp::Set, RmwMode::Release)),
    ("getAndAdd", Method::GetAnd(UpdateOp::Add, RmwMode::Volatile)),
    ("getAndAddAcquire", Method::GetAnd(UpdateOp::Add, RmwMode::Acquire)),
    ("getAndAddRelease", Method::GetAnd(UpdateOp::Add, RmwMode::Release)),
    ("getAndBitwiseOr", Method::GetAnd(UpdateOp::Or, RmwMode::Volatile)),
    ("getAndBitwiseOrAcquire", Method::GetAnd(UpdateOp::Or, RmwMode::Acquire)),
    ("getAndBitwiseOrRelease", Method::GetAnd(UpdateOp::Or, RmwMode::Release)),
    ("getAndBitwiseAnd", Method::GetAnd(UpdateOp::And, RmwMode::Volatile)),
    ("getAndBitwiseAndAcquire", Method::GetAnd(UpdateOp::And, RmwMode::Acquire)),
    ("getAndBitwiseAndRelease", Method::GetAnd(UpdateOp::And, RmwMode::Release)),
    ("getAndBitwiseXor", Method::GetAnd(UpdateOp::Xor, RmwMode::Volatile)),
    ("getAndBitwiseXorAcquire", Method::GetAnd(UpdateOp::Xor, RmwMode::Acquire)),
    ("getAndBitwiseXorRelease", Method::GetAnd(UpdateOp::Xor, RmwMode::Release)),
    ("compareAndExchange", Method::CompareAndExchange(RmwMode::Volatile)),
    ("compareAndExchangeAcquire", Method::CompareAndExchange(RmwMode::Acquire)),
    ("compareAndExchangeRelease", Method::CompareAndExchange(RmwMode::Release)),
    ("compareAndSet", Method::CompareAndSet { mode: RmwMode::Volatile, weak: false }),
    ("weakCompareAndSet", Method::CompareAndSet { mode: RmwMode::Volatile, weak: true }),
    ("weakCompareAndSetPlain", Method::CompareAndSet { mode: RmwMode::Plain, weak: true }),
    ("weakCompareAndSetAcquire", Method::CompareAndSet { mode: RmwMode::Acquire, weak: true }),
    ("weakCompareAndSetRelease", Method::CompareAndSet { mode: RmwMode::Release, weak: true }),
];

const FENCES: &[(&str, Fence)] = &[
    ("fullFence", Fence::Full),
    ("acquireFence", Fence::Acquire),
    ("releaseFence", Fence::Release),
    ("loadLoadFence", Fence::LoadLoad),
    ("storeStoreFence", Fence::StoreStore),
];

/// The method of that name.
pub(super) fn method(name: &str) -> Option<Method> {
    METHODS.iter().find(|(known, _)| *known == name).map(|&(_, method)| method)
}

/// The fence of that name.
pub(super) fn fence(name: &str) -> Option<Fence> {
    FENCES.iter().find(|(known, _)| *known == name).map(|&(_, fence)| fence)
}

/// What to write instead of an unknown method.
pub(super) fn method_hint(name: &str) -> String {
    if fence(name).is_some() {
        return format!("fences belong to no variable: write `{name}();`");
    }
    if matches!(name, "wait" | "notify" | "notifyAll") {
        return "waiting on monitors is not supported; use `synchronized` and a loop".to_owned();
    }
    nearest(name, METHODS.iter().map(|&(known, _)| known)).unwrap_or_else(|| {
        "the methods are get[Opaque|Acquire|Volatile], set[Opaque|Release|Volatile], lazySet, \
         getAnd{Set|Add|BitwiseOr|BitwiseAnd|BitwiseXor}[Acquire|Release], compareAndExchange[Acquire|Release], \
         compareAndSet and weakCompareAndSet[Plain|Acquire|Release]"
            .to_owned()
    })
}

/// What to write instead of an unknown function.
pub(super) fn function_hint(name: &str) -> String {
    let known = FENCES.iter().map(|&(known, _)| known).chain(["print"]);
    nearest(name, known).unwrap_or_else(|| {
        "the functions are fullFence, acquireFence, releaseFence, loadLoadFence, storeStoreFence and print".to_owned()
    })
}

/// The known name most like `name`, if any is similar at all.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let (distance, best) = known.map(|known| (edit_distance(name, known), known)).min()?;
    (distance <= best.len() / 3).then(|| format!("did you mean `{best}`?"))
}

/// The edit distance (Levenshtein), ignoring case.
fn edit_distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.bytes().enumerate() {
            let replaced = diagonal + usize::from(!a.eq_ignore_ascii_case(&b));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_insertions_deletions_and_replacements() {
        for (from, to, distance) in
            [("", "", 0), ("get", "GET", 0), ("gte", "get", 2), ("kitten", "sitting", 3)]
        {
            assert_eq!(edit_distance(from, to), distance, "{from} {to}");
            assert_eq!(edit_distance(to, from), distance, "{to} {from}");
        }
    }

    #[test]
    fn a_misspelt_method_is_guessed_and_a_strange_one_gets_the_list() {
        assert_eq!(method_hint("getAquire"), "did you mean `getAcquire`?");
        assert_eq!(method_hint("setvolatile"), "did you mean `setVolatile`?");
        assert_eq!(method_hint("Get"), "did you mean `get`?");
        assert!(method_hint("frobnicate").starts_with("the methods are get"));
        assert_eq!(method_hint("fullFence"), "fences belong to no variable: write `fullFence();`");
        assert_eq!(function_hint("fullfence"), "did you mean `fullFence`?");
    }
}
