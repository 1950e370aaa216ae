//! Every access of Java code to memory that other threads may see goes through here.

use crate::class::Kind;
use crate::heap::Ref;
use crate::interpret::FIELD_VOLATILE;
use crate::library::HEADER;
use crate::objects::ARRAY_BASE;
use crate::trace::Traced;
use crate::trap::Trap;
use crate::vm::Vm;
use event::{ReadMode, WriteMode};

impl Vm<'_> {
    /// Reads a field by its word.
    #[inline]
    pub(crate) fn read_field(&mut self, object: Ref, word: usize, flags: u32) -> Result<u64, Trap> {
        let value = self.st.heap.word(object, word);
        self.note_with(|| {
            let mode = if flags & FIELD_VOLATILE != 0 { ReadMode::Volatile } else { ReadMode::Plain };
            Traced::Read { object, offset: word * 8, mode, value }
        });
        Ok(value)
    }

    /// Writes a field by its word.
    #[inline]
    pub(crate) fn write_field(
        &mut self,
        object: Ref,
        word: usize,
        flags: u32,
        value: u64,
    ) -> Result<(), Trap> {
        self.note_with(|| {
            let mode = if flags & FIELD_VOLATILE != 0 { WriteMode::Volatile } else { WriteMode::Plain };
            Traced::Write { object, offset: word * 8, mode, value }
        });
        self.st.heap.set_word(object, word, value);
        Ok(())
    }

    /// Reads an element of an array; the index has been checked.
    #[inline]
    pub(crate) fn read_element(&mut self, array: Ref, index: usize, kind: Kind) -> Result<u64, Trap> {
        let size = kind.size();
        let value = if size == 8 {
            self.st.heap.word(array, HEADER + index)
        } else {
            let byte = index * size;
            let word = self.st.heap.word(array, HEADER + byte / 8);
            kind.extend(word >> (byte % 8 * 8))
        };
        self.note_with(|| {
            let offset = ARRAY_BASE + index * size;
            Traced::Read { object: array, offset, mode: ReadMode::Plain, value }
        });
        Ok(value)
    }

    /// Writes an element of an array; the index has been checked.
    #[inline]
    pub(crate) fn write_element(
        &mut self,
        array: Ref,
        index: usize,
        kind: Kind,
        value: u64,
    ) -> Result<(), Trap> {
        let size = kind.size();
        self.note_with(|| {
            let offset = ARRAY_BASE + index * size;
            Traced::Write { object: array, offset, mode: WriteMode::Plain, value }
        });
        if size == 8 {
            self.st.heap.set_word(array, HEADER + index, value);
        } else {
            self.st.heap.write(array, ARRAY_BASE + index * size, size, kind.cut(value));
        }
        Ok(())
    }
}
