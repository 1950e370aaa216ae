//! Locations and values as memory models see them: numbers that do not depend on the schedule.

use event::{Loc, Value};
use jvm::heap::{Creator, PAGE, Ref};
use jvm::trap::Trap;

/// Converts a value for models. A reference has the creating thread in its upper half (see
/// [`event::ObjectId`]).
pub(crate) fn value_of(raw: u64, is_reference: bool) -> Value {
    if !is_reference || raw == 0 {
        return Value(raw as i64);
    }
    let object = Ref(raw);
    let creator = match object.creator() {
        Creator(c) if c >= 2 && c % 2 == 0 => (c - 2) / 2,
        Creator(c) => NO_THREAD | c,
    };
    Value((i64::from(creator) << 32) | (object.index() as i64 + 1))
}

/// The inverse of [`value_of`].
pub(crate) fn raw_of(value: Value, is_reference: bool) -> u64 {
    if !is_reference || value.0 == 0 {
        return value.0 as u64;
    }
    let (creator, index) = ((value.0 >> 32) as u32, (value.0 as u32) - 1);
    let creator = if creator & NO_THREAD == 0 { creator * 2 + 2 } else { creator & !NO_THREAD };
    Ref::new(Creator(creator), index).0
}

/// Whether a value can be a reference: guessed ones need not be.
pub(crate) fn may_refer(value: Value) -> bool {
    value.0 as u32 != 0 && (0..1 << 16).contains(&(value.0 >> 32))
}

/// Stands in place of the creating thread for objects created by no thread.
const NO_THREAD: u32 = 1 << 15;

/// The bit fields of a location, from the lowest: the size relative to that of an element
/// ([`crate::regions`]), the offset in the object, the object's index, whether it is a cell of a region, the
/// creator. Bit 62 is free for names.
const CODE_BITS: u32 = 3;
const OFFSET_BITS: u32 = 20;
const INDEX_BITS: u32 = 26;
const CREATOR_BITS: u32 = 12;
const INDEX_AT: u32 = CODE_BITS + OFFSET_BITS;
const CELL_AT: u32 = INDEX_AT + INDEX_BITS;
const CREATOR_AT: u32 = CELL_AT + 1;

/// Marks a location far inside a large object. Such an object begins at a page boundary, so its index needs
/// fewer bits and leaves more for the offset.
const IS_FAR: u64 = 1 << 63;
const FAR_BITS: u32 = PAGE.trailing_zeros();

pub(crate) fn loc_of(object: Ref, offset: usize) -> Result<Loc, Trap> {
    loc_with(object, offset, 0, false)
}

/// The location of a cell of a region.
pub(crate) fn cell_of(object: Ref, offset: usize, code: usize) -> Result<Loc, Trap> {
    loc_with(object, offset, code, true)
}

fn loc_with(object: Ref, offset: usize, code: usize, is_cell: bool) -> Result<Loc, Trap> {
    let (creator, index) = (u64::from(object.creator().0), object.index() as u64);
    let is_far = offset >> OFFSET_BITS != 0;
    let fits = match is_far {
        true => offset >> (OFFSET_BITS + FAR_BITS) == 0 && index.is_multiple_of(PAGE as u64),
        false => true,
    };
    if !fits || index >> INDEX_BITS != 0 || creator >> CREATOR_BITS != 0 {
        return Err(Trap::Unsupported(
            "an object that threads may share, larger than models can name".into(),
        ));
    }
    let place = match is_far {
        true => IS_FAR | (index >> FAR_BITS) << (INDEX_AT + FAR_BITS),
        false => index << INDEX_AT,
    };
    let rest = u64::from(is_cell) << CELL_AT | creator << CREATOR_AT;
    Ok(Loc(rest | place | (offset as u64) << CODE_BITS | code as u64))
}

pub(crate) fn place_of(loc: Loc) -> (Ref, usize) {
    let far = if loc.0 & IS_FAR != 0 { FAR_BITS } else { 0 };
    let offset = loc.0 >> CODE_BITS & ((1 << (OFFSET_BITS + far)) - 1);
    let index = (loc.0 >> (INDEX_AT + far) & ((1 << (INDEX_BITS - far)) - 1)) << far;
    let creator = loc.0 >> CREATOR_AT & ((1 << CREATOR_BITS) - 1);
    (Ref::new(Creator(creator as u32), index as u32), offset as usize)
}

/// Whether a location is a cell of a region.
pub(crate) fn is_cell(loc: Loc) -> bool {
    loc.0 >> CELL_AT & 1 != 0
}

/// The size of a cell relative to that of the elements.
pub(crate) fn code_of(loc: Loc) -> usize {
    loc.0 as usize & ((1 << CODE_BITS) - 1)
}

/// The part of a location within its object: less than 2 to the power of 30.
pub(crate) fn inside(loc: Loc) -> u64 {
    let offset = place_of(loc).1 as u64;
    offset << CODE_BITS | code_of(loc) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects() -> Vec<Ref> {
        let creators =
            [Creator::BOOT, Creator::CONSTANTS, Creator::thread(0), Creator::thread(31), Creator(65)];
        let indices = [0, 1, PAGE as u32, 7 * PAGE as u32, (1 << INDEX_BITS) - PAGE as u32];
        creators.into_iter().flat_map(|creator| indices.map(|index| Ref::new(creator, index))).collect()
    }

    #[test]
    fn a_location_names_one_object_and_offset_and_no_other() {
        let mut seen = std::collections::BTreeMap::new();
        for object in objects() {
            for offset in [16, 24, (1 << OFFSET_BITS) - 8, 1 << OFFSET_BITS, 1 << (OFFSET_BITS + 3)] {
                for (loc, cell) in [(loc_of(object, offset), None), (cell_of(object, offset, 3), Some(3))] {
                    let is_far = offset >> OFFSET_BITS != 0;
                    let Ok(loc) = loc else {
                        assert!(is_far && !object.index().is_multiple_of(PAGE), "{object:?} {offset}");
                        continue;
                    };
                    assert_eq!(place_of(loc), (object, offset));
                    assert_eq!((is_cell(loc), code_of(loc)), (cell.is_some(), cell.unwrap_or(0)));
                    let place = (object, offset, cell);
                    assert_eq!(*seen.entry(loc).or_insert(place), place, "{loc:?}");
                }
            }
        }
        assert!(seen.len() > 150, "{}", seen.len());
    }

    #[test]
    fn what_cannot_be_named_is_refused() {
        let far = 1 << OFFSET_BITS;
        assert!(loc_of(Ref::new(Creator::thread(0), 1), far).is_err(), "no page begins there");
        assert!(loc_of(Ref::new(Creator::thread(0), 0), far << FAR_BITS).is_err(), "too large");
        assert!(loc_of(Ref::new(Creator(1 << CREATOR_BITS), 0), 16).is_err(), "too many creators");
    }

    #[test]
    fn values_can_be_read_back() {
        for object in objects() {
            assert_eq!(raw_of(value_of(object.0, true), true), object.0);
        }
        for number in [0, 1, u64::MAX, i64::MIN as u64] {
            assert_eq!(raw_of(value_of(number, false), false), number);
        }
        assert_eq!(value_of(0, true), Value(0));
        assert!(!may_refer(Value(0)) && !may_refer(Value(i64::MIN)));
    }
}
