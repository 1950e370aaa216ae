//! Every access of Java code to memory that other threads may see goes through here.

use crate::class::Kind;
use crate::heap::Ref;
use crate::interpret::{FIELD_REFERENCE, FIELD_VOLATILE};
use crate::library::HEADER;
use crate::objects::ARRAY_BASE;
use crate::trace::Traced;
use crate::trap::Trap;
use crate::vm::Vm;
use event::{ReadMode, WriteMode};

impl Vm<'_> {
    /// Reads a field by its word.
    #[inline]
    pub fn read_field(&mut self, object: Ref, word: usize, flags: u32) -> Result<u64, Trap> {
        let value = self.st.heap.word(object, word);
        if self.trace.is_none() {
            return Ok(value);
        }
        let mode = if flags & FIELD_VOLATILE != 0 { ReadMode::Volatile } else { ReadMode::Plain };
        self.watched_read((object, word * 8), mode, flags & FIELD_REFERENCE != 0, value)
    }

    /// Writes a field by its word.
    #[inline]
    pub fn write_field(&mut self, object: Ref, word: usize, flags: u32, value: u64) -> Result<(), Trap> {
        if self.trace.is_some() {
            let mode = if flags & FIELD_VOLATILE != 0 { WriteMode::Volatile } else { WriteMode::Plain };
            if !self.watched_write((object, word * 8), mode, flags & FIELD_REFERENCE != 0, value)? {
                return Ok(());
            }
        }
        self.st.heap.set_word(object, word, value);
        Ok(())
    }

    /// Reads an element of an array; the index has been checked.
    #[inline]
    pub fn read_element(&mut self, array: Ref, index: usize, kind: Kind) -> Result<u64, Trap> {
        let size = kind.size();
        let value = if size == 8 {
            self.st.heap.word(array, HEADER + index)
        } else {
            let byte = index * size;
            let word = self.st.heap.word(array, HEADER + byte / 8);
            kind.extend(word >> (byte % 8 * 8))
        };
        if self.trace.is_none() {
            return Ok(value);
        }
        let place = (array, ARRAY_BASE + index * size);
        self.watched_read(place, ReadMode::Plain, kind == Kind::Reference, value)
    }

    /// Writes an element of an array; the index has been checked.
    #[inline]
    pub fn write_element(&mut self, array: Ref, index: usize, kind: Kind, value: u64) -> Result<(), Trap> {
        let size = kind.size();
        if self.trace.is_some() {
            let place = (array, ARRAY_BASE + index * size);
            let value = kind.extend(kind.cut(value));
            if !self.watched_write(place, WriteMode::Plain, kind == Kind::Reference, value)? {
                return Ok(());
            }
        }
        self.write_element_now(array, index, kind, value);
        Ok(())
    }

    /// Writes an element of a private array.
    #[inline]
    pub fn write_element_now(&mut self, array: Ref, index: usize, kind: Kind, value: u64) {
        let size = kind.size();
        if size == 8 {
            self.st.heap.set_word(array, HEADER + index, value);
        } else {
            self.st.heap.write(array, ARRAY_BASE + index * size, size, kind.cut(value));
        }
    }

    /// A read that is traced or observed. The result may differ from what the heap holds.
    #[cold]
    pub(crate) fn watched_read(
        &mut self,
        place: (Ref, usize),
        mode: ReadMode,
        is_reference: bool,
        value: u64,
    ) -> Result<u64, Trap> {
        if let Some(observer) = self.observer() {
            return observer.read(self, place, mode, is_reference, value);
        }
        self.act(|| Traced::Read { object: place.0, offset: place.1, mode, value })?;
        Ok(value)
    }

    /// Called before a write that is traced or observed. Returns false if the write has already been done.
    #[cold]
    pub(crate) fn watched_write(
        &mut self,
        place: (Ref, usize),
        mode: WriteMode,
        is_reference: bool,
        value: u64,
    ) -> Result<bool, Trap> {
        if let Some(observer) = self.observer() {
            return observer.write(self, place, mode, is_reference, value);
        }
        self.act(|| Traced::Write { object: place.0, offset: place.1, mode, value })?;
        Ok(true)
    }
}
