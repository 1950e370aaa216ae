//! Copies of data that several threads may see: `clone`, `System.arraycopy`, and copies and fills of memory
//! as bytes.
//!
//! A copy is a sequence of reads and writes, one element or field at a time, with no promise about the whole.
//! The target is written by actions as well, even if it is still private: a thread that finds it by a race
//! need not see its contents (JLS 17.4.5). Final fields of a clone are frozen when it is complete, like those
//! of an object when its constructor ends.

use crate::check::By;
use crate::location::loc_of;
use crate::marks::{ROLE_BITS, word_of_role};
use crate::policy::Role;
use crate::regions::{Span, cell_kind};
use crate::watched::Watched;
use event::{Action, ReadMode, WriteMode};
use jvm::class::{ClassRef, Kind};
use jvm::heap::Ref;
use jvm::interpret::{FIELD_REFERENCE, memory_flags};
use jvm::library::HEADER;
use jvm::objects::ARRAY_BASE;
use jvm::observer::{Bulk, FieldAddress};
use jvm::state::Midway;
use jvm::trace::View;
use jvm::trap::{Trap, raise_with};

/// Bytes to be copied: see [`Bulk::Copy`].
#[derive(Clone, Copy)]
struct Bytes {
    source: FieldAddress,
    target: FieldAddress,
    length: usize,
    unit: usize,
    swaps: bool,
}

impl Watched<'_, '_> {
    /// Whether a copy between these arrays is made of actions.
    pub(crate) fn copies_by_actions(&self, source: Ref, target: Ref) -> bool {
        self.is_checked() && (self.asks_elements(source) || self.asks_elements(target))
    }

    /// Performs a copy made of actions.
    pub(crate) fn checked_bulk(&mut self, bulk: Bulk) -> Result<(), Trap> {
        match bulk {
            Bulk::Copy { source, target, length, unit, swaps } => {
                self.checked_copy(Bytes { source, target, length, unit, swaps })
            }
            Bulk::Cast { source, target, length } => self.checked_copy_cast(source, target, length),
            Bulk::Fill { target, length, unit, byte } => self.checked_fill(target, length, unit, byte),
        }
    }

    /// Refuses to read bytes of an array in one step if others may write them, or to write bytes that others
    /// may read or that a memory holds.
    pub(crate) fn uses_at_once(&self, array: Ref, writes: bool) -> Result<(), Trap> {
        let is_asked = self.asks_elements(array) && self.role_at(array, ARRAY_BASE) == Role::Checked;
        match (writes || self.is_escaped(array)) && is_asked {
            true => Err(Trap::Unsupported(
                "a native method reads or writes a whole array that another thread can reach".into(),
            )),
            false => Ok(()),
        }
    }

    /// `clone`.
    pub(crate) fn checked_clone(&mut self, object: Ref) -> Result<Ref, Trap> {
        match self.class_of(object).component() {
            Some((_, kind)) => self.checked_clone_of_array(object, kind),
            None => self.checked_clone_of_instance(object),
        }
    }

    /// `clone` of an array, element by element if another thread can notice how it is made.
    fn checked_clone_of_array(&mut self, array: Ref, kind: Kind) -> Result<Ref, Trap> {
        let (length, size) = (self.length(array), kind.size());
        let (copy, mut done, mut read) = match self.vm.th.midway {
            Some(Midway::Cloning { copy, done, read }) => (copy, done, read),
            _ => (self.vm.new_array_checked(self.vm.class_of(array), length as i32)?, 0, None),
        };
        if !self.copies_by_actions(array, copy) {
            let bytes = self.vm.st.heap.bytes(array, ARRAY_BASE, length * size);
            self.vm.st.heap.set_bytes(copy, ARRAY_BASE, &bytes);
            return Ok(copy);
        }
        while (done as usize) < length * size {
            self.vm.th.midway = Some(Midway::Cloning { copy, done, read });
            let at = ARRAY_BASE + done as usize;
            let unit = self.unit_at(array, at, size)?.min(self.unit_at(copy, at, size)?);
            let value = match read {
                Some(value) => value,
                None => self.read_unit(array, at, unit)?,
            };
            read = Some(value);
            self.vm.th.midway = Some(Midway::Cloning { copy, done, read });
            self.write_unit(copy, at, unit, value)?;
            (done, read) = (done + unit as u32, None);
        }
        self.vm.th.midway = None;
        Ok(copy)
    }

    /// `clone` of an instance, field by field.
    fn checked_clone_of_instance(&mut self, object: Ref) -> Result<Ref, Trap> {
        let class = self.class_of(object);
        let (copy, mut done, mut read) = match self.vm.th.midway {
            Some(Midway::Cloning { copy, done, read }) => (copy, done, read),
            _ => (self.new_object_checked(class)?, 0, None),
        };
        if !self.copies_by_actions(object, copy) {
            for word in HEADER..class.words {
                let value = self.vm.st.heap.word(object, word);
                self.vm.st.heap.set_word(copy, word, value);
            }
            return Ok(copy);
        }
        let fields = (class.words - HEADER) as u32;
        while done < fields {
            self.vm.th.midway = Some(Midway::Cloning { copy, done, read });
            let word = HEADER + done as usize;
            let field = View { lib: self.vm.lib, state: self.vm.st }.field_at(object, word);
            let flags = field.map_or(0, memory_flags);
            let value = match read {
                Some(value) => value,
                None => self.read_field(object, word, flags)?,
            };
            read = Some(value);
            self.vm.th.midway = Some(Midway::Cloning { copy, done, read });
            // The copy is made by assignments (`Object.clone`) and is still private: volatile fields are
            // written like others.
            self.write_field(copy, word, flags & FIELD_REFERENCE, value)?;
            (done, read) = (done + 1, None);
        }
        self.freeze_clone(copy, class, done - fields)?;
        self.vm.th.midway = None;
        Ok(copy)
    }

    /// Freezes the final fields of a clone, of which `frozen` are done.
    fn freeze_clone(&mut self, copy: Ref, class: ClassRef, frozen: u32) -> Result<(), Trap> {
        if !self.freezes() || self.role_of(copy) != Role::Checked {
            return Ok(());
        }
        let words = HEADER..class.words;
        let is_final = |word: &usize| {
            let field = View { lib: self.vm.lib, state: self.vm.st }.field_at(copy, *word);
            field.is_some_and(|f| !f.is_static() && f.is_final())
        };
        let finals: Vec<usize> = words.filter(is_final).collect();
        for (i, word) in finals.into_iter().enumerate().skip(frozen as usize) {
            let done = (class.words - HEADER + i) as u32;
            self.vm.th.midway = Some(Midway::Cloning { copy, done, read: None });
            let loc = loc_of(copy, word * 8)?;
            self.ask(|| Action::Freeze(loc))?;
        }
        Ok(())
    }

    /// `System.arraycopy` of references to an array of another type, up to the first one that does not fit.
    fn checked_copy_cast(
        &mut self,
        (source, from): FieldAddress,
        (target, to): FieldAddress,
        length: usize,
    ) -> Result<(), Trap> {
        let component = self.class_of(target).component().map(|(component, _)| component);
        loop {
            let (done, read) = self.copied();
            if done as usize == length {
                self.vm.th.midway = None;
                return Ok(());
            }
            let value = match read {
                Some(value) => value,
                None => self.read_element(source, from + done as usize, Kind::Reference)?,
            };
            self.vm.th.midway = Some(Midway::Copying { done, read: Some(value) });
            let element = Ref(value);
            if let Some(component) = component
                && !element.is_null()
                && !self.class_of(element).is_subtype(component)
            {
                self.vm.th.midway = None;
                return raise_with("java/lang/ArrayStoreException", self.misfit(source, component));
            }
            self.write_element(target, to + done as usize, Kind::Reference, value)?;
            self.vm.th.midway = Some(Midway::Copying { done: done + 1, read: None });
        }
    }

    fn copied(&self) -> (u32, Option<u64>) {
        match self.vm.th.midway {
            Some(Midway::Copying { done, read }) => (done, read),
            _ => (0, None),
        }
    }

    /// Copies bytes or elements that others may see.
    fn checked_copy(&mut self, copy: Bytes) -> Result<(), Trap> {
        let ((source, from), (target, to), unit) = (copy.source, copy.target, copy.unit);
        // As if through a temporary array.
        let backwards = source == target && from < to;
        loop {
            let (done, read) = self.copied();
            let left = copy.length - done as usize;
            if left == 0 {
                self.vm.th.midway = None;
                return Ok(());
            }
            let element = (if backwards { left - 1 } else { done as usize }) / unit * unit;
            let is_whole = left >= unit && (done as usize).is_multiple_of(unit);
            let size = match is_whole {
                true => self.unit_at(source, from + element, unit)?.min(self.unit_at(
                    target,
                    to + element,
                    unit,
                )?),
                false => 1,
            };
            let at = match size == unit {
                true => element,
                false if backwards => left - 1,
                false => done as usize,
            };
            let value = match read {
                Some(value) => value,
                None => self.read_unit(source, from + at, size)?,
            };
            self.vm.th.midway = Some(Midway::Copying { done, read: Some(value) });
            let (there, value) = match copy.swaps {
                true if size == unit => (at, value.swap_bytes() >> (64 - size * 8)),
                true => (element + unit - 1 - (at - element), value),
                false => (at, value),
            };
            self.write_unit(target, to + there, size, value)?;
            self.vm.th.midway = Some(Midway::Copying { done: done + size as u32, read: None });
        }
    }

    /// `Unsafe.setMemory` on memory that others may see.
    fn checked_fill(
        &mut self,
        (target, to): FieldAddress,
        length: usize,
        unit: usize,
        byte: u8,
    ) -> Result<(), Trap> {
        loop {
            let (done, _) = self.copied();
            let at = to + done as usize;
            if done as usize == length {
                self.vm.th.midway = None;
                return Ok(());
            }
            self.vm.th.midway = Some(Midway::Copying { done, read: None });
            let is_whole = (done as usize).is_multiple_of(unit) && length - done as usize >= unit;
            let size = if is_whole { self.unit_at(target, at, unit)? } else { 1 };
            self.write_unit(target, at, size, u64::from_le_bytes([byte; 8]))?;
            self.vm.th.midway = Some(Midway::Copying { done: done + size as u32, read: None });
        }
    }

    /// The size of the unit at an offset: `size`, or 1 if the copy goes byte by byte.
    fn unit_at(&self, object: Ref, offset: usize, size: usize) -> Result<usize, Trap> {
        self.unit_of(object, offset, size)
    }

    /// Reads the bytes of one unit.
    fn read_unit(&mut self, object: Ref, offset: usize, size: usize) -> Result<u64, Trap> {
        let elements = self.class_of(object).component().map_or(Kind::Byte, |(_, kind)| kind);
        let kind = cell_kind(elements, size);
        let value = kind.extend(self.vm.st.heap.read(object, offset, size));
        if size == elements.size() {
            let is_reference = kind == Kind::Reference;
            return self.checked_read(
                (object, offset),
                (ReadMode::Plain, By::Instruction),
                is_reference,
                value,
            );
        }
        let span = Span { object, offset, kind };
        match self.asks_bytes(span, (true, false))? {
            true => self.region_read(span, ReadMode::Plain),
            false => Ok(value),
        }
    }

    fn write_unit(&mut self, object: Ref, offset: usize, size: usize, value: u64) -> Result<(), Trap> {
        let elements = self.class_of(object).component().map_or(Kind::Byte, |(_, kind)| kind);
        let kind = cell_kind(elements, size);
        let value = kind.extend(if kind == Kind::Boolean { value & 0xff } else { kind.cut(value) });
        let stores = if size == elements.size() {
            let is_reference = kind == Kind::Reference;
            self.checked_write((object, offset), (WriteMode::Plain, By::Instruction), is_reference, value)?
        } else {
            let span = Span { object, offset, kind };
            let asks = self.asks_bytes(span, (true, true))?;
            if asks {
                self.region_write(span, WriteMode::Plain, value)?;
            }
            !asks
        };
        if stores {
            self.vm.st.heap.write(object, offset, size, value);
        }
        Ok(())
    }

    /// The array in a stack slot whose elements a native method reads one after the other. If others may
    /// write it, its elements are read by actions into a private array that replaces it in the slot: the
    /// method may be executed again.
    pub(crate) fn own_array(&mut self, at: usize, kind: Kind) -> Result<Ref, Trap> {
        let array = self.arg_ref(at);
        let is_asked = !array.is_null() && self.role_at(array, ARRAY_BASE) == Role::Checked;
        if !is_asked || !self.copies_by_actions(array, array) {
            return Ok(array);
        }
        let (copy, done) = match self.vm.th.midway {
            Some(Midway::Cloning { copy, done, .. }) => (copy, done as usize),
            _ => {
                let (class, length) = (self.class_of(array), self.length(array));
                let copy = self.new_array_checked(class, length as i32)?;
                let word = self.vm.st.heap.word(copy, 1);
                self.vm.st.heap.set_word(copy, 1, word & !ROLE_BITS | word_of_role(Role::Internal));
                (copy, 0)
            }
        };
        for i in done..self.length(array) {
            self.vm.th.midway = Some(Midway::Cloning { copy, done: i as u32, read: None });
            let value = self.read_element(array, i, kind)?;
            self.write_element_now(copy, i, kind, value);
        }
        self.vm.th.midway = None;
        self.vm.th.stack[at] = copy.0;
        Ok(copy)
    }
}
