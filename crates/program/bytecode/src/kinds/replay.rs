//! Effects of instructions on the kinds of slots, encoded as bytes, and their replay.
//!
//! An effect is: a byte with the number of pushed slots (bits 0..3), whether a local is stored to (bit 3) and
//! the number of popped slots (bits 4..8, 15 meaning that two bytes with the number follow); the length of
//! the instruction (0 for a switch, which always ends its block); the pushed kinds; the local (two bytes) and
//! its kind.

use super::{FrameKinds, Kind};

/// What one instruction does to the kinds of slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delta<'a> {
    pub(super) length: u16,
    pub(super) pops: usize,
    /// At most six: `dup2_x2` pushes the most.
    pub(super) pushes: &'a [Kind],
    pub(super) store: Option<(u16, Kind)>,
}

const STORE: u8 = 8;
const MANY_POPS: u8 = 15;

/// Appends a delta.
pub(super) fn encode(delta: Delta<'_>, out: &mut Vec<u8>) {
    let few_pops = u8::try_from(delta.pops).unwrap_or(MANY_POPS).min(MANY_POPS);
    let store = if delta.store.is_some() { STORE } else { 0 };
    out.push((delta.pushes.len() as u8 & 7) | store | few_pops << 4);
    out.push(u8::try_from(delta.length).unwrap_or(0));
    if few_pops == MANY_POPS {
        out.extend((delta.pops as u16).to_be_bytes());
    }
    out.extend(delta.pushes.iter().map(|&kind| kind as u8));
    if let Some((local, kind)) = delta.store {
        out.extend(local.to_be_bytes());
        out.push(kind as u8);
    }
}

/// Applies effects to `frame`, the frame at `from`, up to the instruction at `to`; returns false if none
/// starts there.
pub(super) fn replay(mut effects: &[u8], mut from: u16, to: u16, frame: &mut FrameKinds) -> bool {
    while from < to {
        let Some(length) = replay_one(&mut effects, frame).filter(|&length| length > 0) else { return false };
        from = from.saturating_add(u16::from(length));
    }
    // After the last effect there is either another block, which would have been found, or unreachable code.
    from == to && !effects.is_empty()
}

/// Applies the first effect, removes it from `bytes` and returns the length of its instruction.
fn replay_one(bytes: &mut &[u8], frame: &mut FrameKinds) -> Option<u8> {
    let head = *bytes.split_off_first()?;
    let length = *bytes.split_off_first()?;
    let mut pops = usize::from(head >> 4);
    if pops == usize::from(MANY_POPS) {
        pops = usize::from(u16::from_be_bytes([*bytes.split_off_first()?, *bytes.split_off_first()?]));
    }
    frame.stack.truncate(frame.stack.len().saturating_sub(pops));
    for _ in 0..head & 7 {
        frame.stack.push(kind_of(*bytes.split_off_first()?));
    }
    if head & STORE != 0 {
        let local = u16::from_be_bytes([*bytes.split_off_first()?, *bytes.split_off_first()?]);
        store(&mut frame.locals, local, kind_of(*bytes.split_off_first()?));
    }
    Some(length)
}

fn kind_of(byte: u8) -> Kind {
    const KINDS: [Kind; 7] =
        [Kind::Unusable, Kind::Int, Kind::Float, Kind::Long, Kind::Double, Kind::Top2, Kind::Ref];
    KINDS.get(usize::from(byte)).copied().unwrap_or(Kind::Unusable)
}

/// Stores a value of `kind` to `local`; the other half of a long or double that it overwrites becomes
/// unusable. Slots beyond the end are ignored.
pub(super) fn store(locals: &mut [Kind], local: u16, kind: Kind) {
    let at = usize::from(local);
    let mut set = |index: usize, kind: Kind| match locals.get_mut(index) {
        Some(slot) => std::mem::replace(slot, kind),
        None => Kind::Unusable,
    };
    let overwritten = set(at, kind);
    let last = if kind.is_wide() { set(at + 1, Kind::Top2) } else { overwritten };
    if last.is_wide() {
        set(at + 1 + usize::from(kind.is_wide()), Kind::Unusable);
    }
    if overwritten == Kind::Top2
        && let Some(first) = at.checked_sub(1).and_then(|index| locals.get_mut(index))
        && first.is_wide()
    {
        *first = Kind::Unusable;
    }
}
