//! `jdk.internal.misc.Unsafe`: accesses to memory, recognised by the method's name.
//!
//! In the class library the weaker modes have the bodies of the volatile ones, since HotSpot replaces them by
//! intrinsics. Recognising them by name keeps opaque, acquire, release and plain apart.

use crate::class::Kind;
use crate::heap::Ref;
use crate::objects::ARRAY_BASE;
use crate::observer::FieldAddress;
use crate::trace::Traced;
use crate::trap::Trap;
use crate::vm::Vm;
use event::{Fence, ReadMode, RmwMode, WriteMode};
use triomphe::Arc;

/// An access to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// The operation.
    pub operation: Operation,
    /// The type of the value.
    pub kind: Kind,
}

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Operation {
    Get(ReadMode),
    Put(WriteMode),
    /// Returns whether it wrote; a weak one may fail spuriously.
    CompareAndSet(RmwMode, Weak),
    /// Returns the old value.
    CompareAndExchange(RmwMode),
    Update(Update, RmwMode),
    Fence(Fence),
}

/// Whether a compare-and-set may fail spuriously.
pub type Weak = bool;

/// The number of address bits that distinguish blocks of one creator.
const OWN_ADDRESSES: u32 = 40;

/// An atomic update that always writes, and returns the old value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Update {
    Set,
    Add,
    Or,
    And,
    Xor,
}

/// The access that a method of Unsafe performs, by its name.
pub(crate) fn by_name(name: &str, descriptor: &str) -> Option<Access> {
    let fence = |fence| Some(Access { operation: Operation::Fence(fence), kind: Kind::Void });
    match name {
        "fullFence" => return fence(Fence::Full),
        "loadFence" => return fence(Fence::Acquire),
        "storeFence" => return fence(Fence::Release),
        "loadLoadFence" => return fence(Fence::LoadLoad),
        "storeStoreFence" => return fence(Fence::StoreStore),
        _ => {}
    }
    if !descriptor.starts_with("(Ljava/lang/Object;J") {
        return None;
    }
    let rmw = |suffix: &str| {
        Some(match suffix {
            "" | "Volatile" => RmwMode::Volatile,
            "Acquire" => RmwMode::Acquire,
            "Release" => RmwMode::Release,
            "Plain" => RmwMode::Plain,
            _ => return None,
        })
    };
    let updates = [
        ("getAndSet", Update::Set),
        ("getAndAdd", Update::Add),
        ("getAndBitwiseOr", Update::Or),
        ("getAndBitwiseAnd", Update::And),
        ("getAndBitwiseXor", Update::Xor),
    ];
    for (prefix, update) in updates {
        if let Some(rest) = name.strip_prefix(prefix) {
            let (kind, suffix) = typed(rest)?;
            return Some(Access { operation: Operation::Update(update, rmw(suffix)?), kind });
        }
    }
    for (prefix, weak) in [("compareAndSet", false), ("weakCompareAndSet", true)] {
        if let Some(rest) = name.strip_prefix(prefix) {
            let (kind, suffix) = typed(rest)?;
            return Some(Access { operation: Operation::CompareAndSet(rmw(suffix)?, weak), kind });
        }
    }
    if let Some(rest) = name.strip_prefix("compareAndExchange") {
        let (kind, suffix) = typed(rest)?;
        return Some(Access { operation: Operation::CompareAndExchange(rmw(suffix)?), kind });
    }
    if let Some(rest) = name.strip_prefix("get") {
        let (kind, suffix) = typed(rest)?;
        let mode = match suffix {
            "" => ReadMode::Plain,
            "Unaligned" if descriptor.starts_with("(Ljava/lang/Object;J)") => ReadMode::Plain,
            "Opaque" => ReadMode::Opaque,
            "Acquire" => ReadMode::Acquire,
            "Volatile" => ReadMode::Volatile,
            _ => return None,
        };
        return Some(Access { operation: Operation::Get(mode), kind });
    }
    let (kind, suffix) = typed(name.strip_prefix("put")?)?;
    let mode = match suffix {
        "" => WriteMode::Plain,
        "Unaligned" if !descriptor.ends_with("Z)V") => WriteMode::Plain,
        "Opaque" => WriteMode::Opaque,
        "Release" => WriteMode::Release,
        "Volatile" => WriteMode::Volatile,
        _ => return None,
    };
    Some(Access { operation: Operation::Put(mode), kind })
}

fn typed(rest: &str) -> Option<(Kind, &str)> {
    let kinds = [
        ("Boolean", Kind::Boolean),
        ("Byte", Kind::Byte),
        ("Char", Kind::Char),
        ("Short", Kind::Short),
        ("Int", Kind::Int),
        ("Float", Kind::Float),
        ("Long", Kind::Long),
        ("Double", Kind::Double),
        ("Reference", Kind::Reference),
    ];
    kinds.into_iter().find_map(|(name, kind)| rest.strip_prefix(name).map(|suffix| (kind, suffix)))
}

impl Vm<'_> {
    /// Performs an access whose arguments (this, object, offset, values) are on the stack.
    pub(crate) fn unsafe_access(&mut self, access: Access, at: usize) -> Result<u64, Trap> {
        let kind = access.kind;
        if let Operation::Fence(fence) = access.operation {
            return match self.observer() {
                Some(observer) => observer.access(self, access, (Ref::NULL, 0), (0, 0)),
                None => self.act(|| Traced::Fence(fence)).map(|()| 0),
            };
        }
        let offset = self.arg_long(at + 2) as usize;
        let place = self.located(self.arg_ref(at + 1), offset, kind.size())?;
        let first = self.th.stack.get(at + 4).copied().unwrap_or_default();
        let second = self.th.stack.get(at + 4 + kind.slots()).copied().unwrap_or_default();
        match self.observer() {
            Some(observer) => observer.access(self, access, place, (first, second)),
            None => self.access_unobserved(access, place, (first, second)),
        }
    }

    /// Performs an access without an observer.
    pub fn access_unobserved(
        &mut self,
        access: Access,
        (object, offset): FieldAddress,
        (first, second): (u64, u64),
    ) -> Result<u64, Trap> {
        let kind = access.kind;
        match access.operation {
            Operation::Get(mode) => {
                let value = self.load(object, offset, kind)?;
                self.act(|| Traced::Read { object, offset, mode, value })?;
                Ok(value)
            }
            Operation::Put(mode) => {
                self.act(|| Traced::Write { object, offset, mode, value: first })?;
                self.store(object, offset, kind, first)?;
                Ok(0)
            }
            // A weak compare-and-set never fails spuriously here; whether it may is the explorer's choice.
            Operation::CompareAndSet(mode, _) | Operation::CompareAndExchange(mode) => {
                let old = self.load(object, offset, kind)?;
                let is_equal = kind.cut(old) == kind.cut(first);
                self.act(|| Traced::Rmw { object, offset, mode, old, new: is_equal.then_some(second) })?;
                if is_equal {
                    self.store(object, offset, kind, second)?;
                }
                let answers_old = matches!(access.operation, Operation::CompareAndExchange(_));
                Ok(if answers_old { old } else { u64::from(is_equal) })
            }
            Operation::Update(update, mode) => {
                let old = self.load(object, offset, kind)?;
                let new = apply(update, kind, old, first);
                self.act(|| Traced::Rmw { object, offset, mode, old, new: Some(new) })?;
                self.store(object, offset, kind, new)?;
                Ok(old)
            }
            Operation::Fence(_) => Ok(0),
        }
    }

    /// The value in the heap.
    pub fn load(&self, object: Ref, offset: usize, kind: Kind) -> Result<u64, Trap> {
        if object.is_null() {
            return Err(outside());
        }
        Ok(self.raw_read(object, offset, kind))
    }

    /// Writes to the heap.
    pub fn store(&mut self, object: Ref, offset: usize, kind: Kind, value: u64) -> Result<(), Trap> {
        if object.is_null() {
            return Err(outside());
        }
        self.raw_write(object, offset, kind, value);
        Ok(())
    }

    /// The location of bytes: in an object as given, or, if that is null, by address in the array that
    /// represents an off-heap block.
    pub(crate) fn located(&self, object: Ref, offset: usize, length: usize) -> Result<(Ref, usize), Trap> {
        if !object.is_null() {
            return Ok((object, offset));
        }
        let block = self.st.outside.range(..=offset as u64).next_back();
        let found = block.and_then(|(&base, &block)| {
            let from = offset - base as usize;
            let is_inside = from.checked_add(length)? <= self.length(block);
            is_inside.then_some((block, ARRAY_BASE + from))
        });
        found.ok_or_else(outside)
    }

    /// Bytes of an array, or off-heap if it is null.
    pub(crate) fn memory(&self, object: Ref, offset: usize, length: usize) -> Result<Vec<u8>, Trap> {
        let (object, offset) = self.located(object, offset, length)?;
        Ok(self.st.heap.bytes(object, offset, length))
    }

    /// Overwrites bytes of an array, or off-heap if it is null.
    pub(crate) fn set_memory(&mut self, object: Ref, offset: usize, bytes: &[u8]) -> Result<(), Trap> {
        let (object, offset) = self.located(object, offset, bytes.len())?;
        self.st.heap.set_bytes(object, offset, bytes);
        Ok(())
    }

    /// `Unsafe.allocateMemory`: an off-heap block. Its address depends on its creator and the creator's
    /// previous allocations, not on what other threads do.
    pub(crate) fn allocate_memory(&mut self, length: i64) -> Result<u64, Trap> {
        const PAGE: u64 = 4096;
        let used: usize = self.st.outside.values().map(|&block| self.length(block)).sum();
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length.saturating_add(used) as u64 > self.limits.array_bytes || length > i32::MAX as usize {
            return crate::trap::raise_with("java/lang/OutOfMemoryError", "Unable to allocate memory");
        }
        let block = self.new_array_checked(self.lib.known().bytes, length as i32)?;
        let own = (u64::from(self.th.creator.0) + 1) << OWN_ADDRESSES;
        let last = self.st.outside.range(own..own + (1 << OWN_ADDRESSES)).next_back();
        let end = last.map_or(own, |(&base, &block)| base + self.length(block) as u64);
        let base = end.next_multiple_of(PAGE) + PAGE;
        Arc::make_mut(&mut self.st.outside).insert(base, block);
        if let Some(observer) = self.observer() {
            observer.on_allocate_outside(self, block);
        }
        Ok(base)
    }

    /// `Unsafe.freeMemory`.
    pub(crate) fn free_memory(&mut self, address: u64) {
        Arc::make_mut(&mut self.st.outside).remove(&address);
    }

    /// Reads a field or element in slot format.
    pub(crate) fn raw_read(&self, object: Ref, offset: usize, kind: Kind) -> u64 {
        if offset.is_multiple_of(8) && !self.class_of(object).is_array() {
            return kind.extend(self.st.heap.word(object, offset / 8));
        }
        kind.extend(self.st.heap.read(object, offset.max(ARRAY_BASE), kind.size()))
    }

    /// Writes a field or element.
    pub(crate) fn raw_write(&mut self, object: Ref, offset: usize, kind: Kind, value: u64) {
        if offset.is_multiple_of(8) && !self.class_of(object).is_array() {
            return self.st.heap.set_word(object, offset / 8, kind.cut(value));
        }
        // Booleans in byte arrays are whole bytes; the header is out of reach.
        let value = if kind == Kind::Boolean { value & 0xff } else { kind.cut(value) };
        self.st.heap.write(object, offset.max(ARRAY_BASE), kind.size(), value);
    }
}

fn outside() -> Trap {
    Trap::Unsupported("memory that was never allocated, by Unsafe".into())
}

/// The new value of an atomic update.
pub fn apply(update: Update, kind: Kind, old: u64, operand: u64) -> u64 {
    let value = match (update, kind) {
        (Update::Set, _) => operand,
        (Update::Add, Kind::Float) => {
            u64::from((f32::from_bits(old as u32) + f32::from_bits(operand as u32)).to_bits())
        }
        (Update::Add, Kind::Double) => (f64::from_bits(old) + f64::from_bits(operand)).to_bits(),
        (Update::Add, _) => old.wrapping_add(operand),
        (Update::Or, _) => old | operand,
        (Update::And, _) => old & operand,
        (Update::Xor, _) => old ^ operand,
    };
    kind.extend(kind.cut(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weaker_modes_are_kept_apart_by_name() {
        let get = |name: &str| by_name(name, "(Ljava/lang/Object;J)I").map(|a| a.operation);
        assert_eq!(get("getIntAcquire"), Some(Operation::Get(ReadMode::Acquire)));
        assert_eq!(get("getIntOpaque"), Some(Operation::Get(ReadMode::Opaque)));
        assert_eq!(get("getInt"), Some(Operation::Get(ReadMode::Plain)));
        let set = by_name("weakCompareAndSetLongPlain", "(Ljava/lang/Object;JJJ)Z").unwrap();
        assert_eq!(
            set,
            Access { operation: Operation::CompareAndSet(RmwMode::Plain, true), kind: Kind::Long }
        );
        let add = by_name("getAndBitwiseXorByteRelease", "(Ljava/lang/Object;JB)B").unwrap();
        assert_eq!(add.operation, Operation::Update(Update::Xor, RmwMode::Release));
        assert_eq!(by_name("getInt", "(J)I"), None, "raw addresses are no accesses to the heap");
        assert_eq!(by_name("getAddress", "(Ljava/lang/Object;J)J"), None);
    }
}
