//! Memory accessed in units of several sizes: primitive arrays through views, buffers and segments, and
//! off-heap memory, which is kept as arrays that the program has no reference to.
//!
//! An aligned access of up to eight bytes is atomic, as on 64-bit machines and as the javadoc of the views
//! promises (`MethodHandles.byteArrayViewVarHandle`); any other goes byte by byte, since nothing more is
//! promised. The unit of one atomic access is a *cell*, a location of its own.
//!
//! Where the heap answers, cells may overlap: each access is one action on the current bytes, and the
//! footprints of actions on the same eight bytes meet. Other memories know disjoint locations only. For them
//! a search assumes that two cells overlap only if they are equal; when this is refuted, the eight bytes are
//! from then on kept in parts as small as the smallest cell, and the search restarts. A larger access then
//! takes several actions. **Promises** that such an access never sees parts of different writes where larger
//! writes exist: a read that sees anything but the latest value is then *unsupported*, and so are modes other
//! than plain.
//!
//! Arrays accessed only by their own element type need none of this, as long as no array of the same kind is
//! viewed otherwise.

use crate::facts::Facts;
use crate::location::{cell_of, loc_of, place_of};
use crate::marks::{IS_OUTSIDE, IS_SHARED, ROLE_BITS, word_of_role};
use crate::policy::{Role, Trust, is_program, policy_of};
use crate::tearing::is_wide;
use crate::watched::{Watched, exchange_mut, exchange_of};
use event::{Action, Answer, Loc, ReadMode, Value, WriteMode};
use jvm::class::Kind;
use jvm::heap::Ref;
use jvm::state::Midway;
use jvm::trap::Trap;

/// The unit, in bytes, within which accesses of several sizes can overlap.
const WORD: usize = 8;

/// Bytes of a primitive array that are accessed as a value of some kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub object: Ref,
    pub offset: usize,
    pub kind: Kind,
}

impl Span {
    fn size(self) -> usize {
        self.kind.size()
    }

    fn is_aligned(self) -> bool {
        self.offset.is_multiple_of(self.size().max(1))
    }
}

/// The kind of value in an array's cells of this size, whoever accesses them: its elements, or integers of
/// another size.
pub(crate) fn cell_kind(elements: Kind, size: usize) -> Kind {
    match size {
        _ if size == elements.size() => elements,
        1 => Kind::Byte,
        2 => Kind::Short,
        4 => Kind::Int,
        _ => Kind::Long,
    }
}

/// The bit of a kind in a set of kinds.
pub(crate) fn bit(kind: Kind) -> u16 {
    1 << kind as u16
}

/// Which bytes of a word have been covered by cells of 1, 2, 4 and 8 bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Covered([u8; 4]);

impl Covered {
    /// Adds a cell. If it overlaps a cell of another size, returns the smallest cell size in the word.
    pub fn add(&mut self, cell: Cell) -> Option<Grain> {
        let bytes = (((1_u16 << cell.size) - 1) as u8) << cell.at;
        let own = cell.size.trailing_zeros() as usize;
        self.0[own] |= bytes;
        let overlaps = (0..4).any(|size| size != own && self.0[size] & bytes != 0);
        let smallest = self.0.iter().position(|bytes| *bytes != 0)?;
        overlaps.then(|| Grain::of_size(1 << smallest))
    }
}

/// What is known of a region's word that is accessed in several sizes: how many of its bytes a memory keeps
/// together, or that bytes which it keeps apart are written by one access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Grain(u64);

impl Grain {
    const BYTES: Grain = Grain(1);
    const ALL: [Grain; 3] = [Grain::BYTES, Grain(2), Grain(4)];
    const WRITTEN: Grain = Grain(7);

    /// The grain for cells of at most this size.
    pub fn of_size(size: u8) -> Grain {
        Grain(u64::from(size))
    }

    /// Encodes the grain in the low bits of a word's location, which are free.
    pub fn of(self, word: u64) -> u64 {
        word | self.0
    }

    fn size(self) -> usize {
        self.0 as usize
    }
}

/// A used cell: the word it lies in, and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub word: u64,
    pub at: u8,
    pub size: u8,
}

impl Watched<'_, '_> {
    /// Whether an object may be accessed in several sizes.
    #[inline]
    pub(crate) fn is_region(&self, object: Ref) -> bool {
        let viewed = self.facts().viewed;
        (viewed != 0 || !self.vm.st.outside.is_empty()) && self.is_viewed(object, viewed)
    }

    #[cold]
    fn is_viewed(&self, object: Ref, viewed: u16) -> bool {
        if object.is_null() {
            return false;
        }
        match self.class_of(object).component() {
            Some((_, Kind::Reference)) | None => false,
            Some((_, kind)) => viewed & bit(kind) != 0 || self.is_outside(object),
        }
    }

    /// Whether an array represents off-heap memory.
    fn is_outside(&self, object: Ref) -> bool {
        object.is_moving() && self.vm.st.heap.word(object, 1) & IS_OUTSIDE != 0
    }

    /// An off-heap block was allocated. Any thread may learn its address, but no program ever holds a
    /// reference to it, so its role is decided by the code that requested it.
    pub(crate) fn marks_outside(&mut self, block: Ref) {
        let role = if self.is_for_program() { ROLE_BITS } else { 0 };
        let own = if self.is_buffer_of_thread() { word_of_role(Role::Internal) } else { 0 };
        let word = self.vm.st.heap.word(block, 1) & !role | own;
        self.vm.st.heap.set_word(block, 1, word | IS_OUTSIDE | IS_SHARED);
    }

    /// Whether memory is being allocated for the library's per-thread buffers, used to read files and to pass
    /// paths.
    fn is_buffer_of_thread(&self) -> bool {
        const OWN: [&str; 2] = ["sun/nio/ch/Util", "sun/nio/fs/NativeBuffers"];
        let trusts = policy_of(self.vm.lib).is_some_and(|policy| policy.trust != Trust::None);
        let mut callers = self.th.frames.iter().rev().map(|f| f.method.class);
        let first = callers.find(|class| OWN.contains(&&*class.name) || is_program(class));
        trusts && first.is_some_and(|class| !is_program(class))
    }

    /// Whether memory that buffers and segments allocate now is for the program rather than for a library
    /// class.
    fn is_for_program(&self) -> bool {
        const MEMORY: [&str; 8] = [
            "java/nio/",
            "java/lang/foreign/",
            "jdk/internal/foreign/",
            "jdk/internal/misc/",
            "java/lang/invoke/",
            "sun/misc/Unsafe",
            "java/lang/reflect/",
            "jdk/internal/reflect/",
        ];
        let mut callers = self.vm.th.frames.iter().rev().map(|f| f.method.class);
        let is_tool = |name: &str| MEMORY.iter().any(|prefix| name.starts_with(prefix));
        callers.find(|class| !is_tool(&class.name)).is_some_and(is_program)
    }

    /// The bytes that an `Unsafe` access to a primitive array covers; `None` if it is an ordinary access to
    /// an element of an array that is not a region.
    pub(crate) fn span(&self, object: Ref, offset: usize, kind: Kind) -> Option<Span> {
        let (_, elements) = self.class_of(object).component()?;
        if elements == Kind::Reference || kind == Kind::Reference {
            return None;
        }
        let is_same = elements == kind || (elements.size() == kind.size() && kind.size() >= 4);
        let is_element = is_same && offset.is_multiple_of(kind.size());
        (!is_element || self.is_region(object)).then_some(Span { object, offset, kind })
    }

    /// The element that an array instruction accesses.
    pub(crate) fn element_span(&self, object: Ref, offset: usize) -> Span {
        let kind = self.class_of(object).component().map_or(Kind::Byte, |(_, kind)| kind);
        Span { object, offset, kind }
    }

    /// The location of the eight bytes that contain this byte of a region.
    fn word_of_region(object: Ref, offset: usize) -> Result<u64, Trap> {
        Ok(cell_of(object, offset / WORD * WORD, 0)?.0)
    }

    /// Records that arrays of this kind are also accessed other than by element.
    fn learns_view(&mut self, span: Span) {
        let Some((_, elements)) = self.class_of(span.object).component() else { return };
        if !self.is_region(span.object) {
            self.learn(|facts: &mut Facts| facts.viewed |= bit(elements));
        }
    }

    /// Whether an access to bytes is an action. If not, it is recorded as an access to the words that contain
    /// it, for all arrays of this kind.
    pub(crate) fn asks_bytes(&mut self, span: Span, (is_plain, writes): (bool, bool)) -> Result<bool, Trap> {
        jvm::watch::asks(span.object);
        let last = span.offset + span.size().max(1) - 1;
        let mut asks = self.asks(span.object, span.offset, (is_plain, writes))?;
        if last / WORD != span.offset / WORD {
            asks |= self.asks(span.object, last, (is_plain, writes))?;
        }
        if !asks && self.has_others() && self.is_escaped(span.object) {
            self.learns_view(span);
        }
        let is_held =
            || Ok(self.has_others() && !self.vm.st.notes.initials.is_empty() && self.holds_region(span)?);
        Ok(asks || (writes && is_held()?))
    }

    /// The location under which an access that is not an action is recorded.
    pub(crate) fn noted_loc(&self, object: Ref, offset: usize) -> Result<Loc, Trap> {
        match self.is_region(object) {
            true => Ok(Loc(Self::word_of_region(object, offset)?)),
            false => loc_of(object, offset),
        }
    }

    /// How many bytes of an access form one action.
    fn part_of(&mut self, span: Span, is_plain: bool) -> Result<usize, Trap> {
        let size = span.size();
        if size <= 1 {
            return Ok(1);
        }
        let tears = self.given.tearing && is_plain && is_wide(span.kind);
        let whole = if tears { WORD / 2 } else { size };
        if self.heap_answers() {
            return Ok(if span.is_aligned() { whole } else { 1 });
        }
        if span.is_aligned() {
            return Ok(whole.min(self.grain(span.object, span.offset)?));
        }
        for offset in [span.offset, span.offset + size - 1] {
            if self.grain(span.object, offset)? > 1 {
                self.learns_word(span.object, offset, Grain::BYTES)?;
            }
        }
        Ok(1)
    }

    /// How many bytes a memory keeps together at this offset.
    fn grain(&self, object: Ref, offset: usize) -> Result<usize, Trap> {
        let elements = self.class_of(object).component().map_or(Kind::Byte, |(_, kind)| kind);
        let Some(exchange) = exchange_of(&self.vm.trace) else { return Ok(WORD) };
        if exchange.given.facts.bytewise & bit(elements) != 0 {
            return Ok(1);
        }
        if exchange.refuted.split.is_empty() {
            return Ok(WORD);
        }
        let word = Self::word_of_region(object, offset)?;
        let grain = Grain::ALL.into_iter().find(|grain| exchange.refuted.split.contains(&grain.of(word)));
        Ok(grain.map_or(WORD, Grain::size))
    }

    /// Records what was discovered about a word of a region.
    fn learns_word(&mut self, object: Ref, offset: usize, what: Grain) -> Result<(), Trap> {
        let word = Self::word_of_region(object, offset)?;
        if let Some(exchange) = exchange_mut(&mut self.vm.trace)
            && !exchange.refuted.split.contains(&what.of(word))
        {
            exchange.newly_split.insert(what.of(word));
        }
        Ok(())
    }

    /// Whether some access writes more bytes of a word at once than a memory keeps together.
    fn is_written_whole(&self, object: Ref, offset: usize) -> Result<bool, Trap> {
        let word = Grain::WRITTEN.of(Self::word_of_region(object, offset)?);
        Ok(exchange_of(&self.vm.trace).is_some_and(|exchange| exchange.refuted.split.contains(&word)))
    }

    /// The unit in which bytes accessed `size` at a time are copied: `size` if possible.
    pub(crate) fn unit_of(&self, object: Ref, offset: usize, size: usize) -> Result<usize, Trap> {
        if !offset.is_multiple_of(size) {
            return Ok(1);
        }
        let is_kept_apart = !self.heap_answers() && self.is_region(object);
        Ok(if is_kept_apart { size.min(self.grain(object, offset)?) } else { size })
    }

    /// The location and kind of a cell; records that it is used.
    pub(crate) fn cell(&mut self, object: Ref, offset: usize, size: usize) -> Result<(Loc, Kind), Trap> {
        let elements = self.class_of(object).component().map_or(Kind::Byte, |(_, kind)| kind);
        let code = (size - 1) ^ (elements.size() - 1);
        let word = Self::word_of_region(object, offset)?;
        if let Some(exchange) = exchange_mut(&mut self.vm.trace)
            && !exchange.given.heap_answers
        {
            let cell = Cell { word, at: (offset % WORD) as u8, size: size as u8 };
            if exchange.cells.last() != Some(&cell) {
                exchange.cells.push(cell);
            }
        }
        Ok((cell_of(object, offset, code)?, cell_kind(elements, size)))
    }

    /// The cell of an access that must be atomic.
    pub(crate) fn whole_cell(&mut self, span: Span) -> Result<(Loc, Kind), Trap> {
        self.learns_view(span);
        if self.part_of(span, false)? != span.size() {
            return Err(Trap::Unsupported(MIXED.into()));
        }
        self.cell(span.object, span.offset, span.size())
    }

    /// Whether a memory holds any of these bytes.
    pub(crate) fn holds_region(&self, span: Span) -> Result<bool, Trap> {
        let first = Self::word_of_region(span.object, span.offset)?;
        let last = Self::word_of_region(span.object, span.offset + span.size().max(1) - 1)?;
        let end = last + (WORD as u64) * 8;
        Ok(self.vm.st.notes.initials.range(first..end).next().is_some())
    }

    /// Reads bytes that other threads may write.
    pub(crate) fn region_read(&mut self, span: Span, mode: ReadMode) -> Result<u64, Trap> {
        self.learns_view(span);
        let (size, is_plain) = (span.size(), mode == ReadMode::Plain);
        let part = self.part_of(span, is_plain)?;
        if part == size {
            let bits = self.read_cell(span.object, span.offset, size, mode)?;
            return Ok(span.kind.extend(bits));
        }
        if !is_plain {
            return Err(Trap::Unsupported(MIXED.into()));
        }
        let (mut done, mut value) = self.parts_done(false)?;
        while done < size {
            let bits = self.read_cell(span.object, span.offset + done, part, mode)?;
            value |= bits << (done * 8);
            done += part;
            self.vm.th.midway =
                Some(Midway::Parts { object: span.object, done: done as u8, value, writes: false });
        }
        self.vm.th.midway = None;
        let seen = span.kind.extend(value);
        // A thread that writes the parts one by one exposes intermediate states.
        let promised = self.is_promised(span, part) && self.is_written_whole(span.object, span.offset)?;
        let is_newest = seen == span.kind.extend(self.vm.st.heap.read(span.object, span.offset, size));
        if promised && (!is_newest || self.others_write_parts_of(span.object)) {
            return Err(Trap::Unsupported(MIXED.into()));
        }
        Ok(seen)
    }

    /// Whether an access in parts is promised to be atomic.
    fn is_promised(&self, span: Span, part: usize) -> bool {
        let tears = self.given.tearing && is_wide(span.kind);
        part < span.size() && span.is_aligned() && !tears && !self.heap_answers()
    }

    /// Whether another thread is in the middle of writing parts of an array.
    fn others_write_parts_of(&self, array: Ref) -> bool {
        let writes = |midway: &Option<Midway>| matches!(midway, Some(Midway::Parts { object, writes: true, .. }) if *object == array);
        self.vm.st.threads.iter().enumerate().any(|(i, thread)| i != self.vm.me && writes(&thread.midway))
    }

    /// Writes bytes that other threads may read, and updates the heap.
    pub(crate) fn region_write(&mut self, span: Span, mode: WriteMode, value: u64) -> Result<(), Trap> {
        self.learns_view(span);
        let (size, is_plain) = (span.size(), mode == WriteMode::Plain);
        let part = self.part_of(span, is_plain)?;
        if part != size && !is_plain {
            return Err(Trap::Unsupported(MIXED.into()));
        }
        // Parts of two writes must not be mixed, either.
        if self.is_promised(span, part) {
            if self.others_write_parts_of(span.object) {
                return Err(Trap::Unsupported(MIXED.into()));
            }
            self.learns_word(span.object, span.offset, Grain::WRITTEN)?;
        }
        let (mut done, _) = if part == size { (0, 0) } else { self.parts_done(true)? };
        while done < size {
            self.write_cell(span.object, span.offset + done, part, mode, value >> (done * 8))?;
            done += part;
            if part < size {
                self.vm.th.midway =
                    Some(Midway::Parts { object: span.object, done: done as u8, value: 0, writes: true });
            }
        }
        if part < size {
            self.vm.th.midway = None;
        }
        Ok(())
    }

    /// How many bytes of the current access are done, and the bytes read or written so far.
    fn parts_done(&self, is_write: bool) -> Result<(usize, u64), Trap> {
        match self.vm.th.midway {
            None => Ok((0, 0)),
            Some(Midway::Parts { done, value, writes, .. }) if writes == is_write => {
                Ok((usize::from(done), value))
            }
            Some(_) => Err(Trap::Unsupported("copying values in parts".into())),
        }
    }

    fn read_cell(&mut self, object: Ref, offset: usize, size: usize, mode: ReadMode) -> Result<u64, Trap> {
        let (loc, _) = self.cell(object, offset, size)?;
        let heap = self.vm.st.heap.read(object, offset, size);
        let word = Self::word_of_region(object, offset)?;
        if self.is_never_written(object, Loc(word)) {
            self.grants(object, Loc(word));
            return Ok(heap);
        }
        let mode = if self.is_strengthened(object, offset) { ReadMode::Volatile } else { mode };
        match self.ask(|| Action::Read { loc, mode })? {
            Answer::Value(seen) => Ok(cut(seen.0 as u64, size)),
            _ => Ok(heap),
        }
    }

    fn write_cell(
        &mut self,
        object: Ref,
        offset: usize,
        size: usize,
        mode: WriteMode,
        bits: u64,
    ) -> Result<(), Trap> {
        let (loc, kind) = self.cell(object, offset, size)?;
        let mode = if self.is_strengthened(object, offset) { WriteMode::Volatile } else { mode };
        let value = Value(kind.extend(cut(bits, size)) as i64);
        self.ask(|| Action::Write { loc, mode, value })?;
        self.remember(loc);
        self.vm.st.heap.write(object, offset, size, cut(bits, size));
        Ok(())
    }
}

/// Why a mixture of sizes is not explored.
const MIXED: &str = "accesses of several sizes race on the same bytes";

fn cut(bits: u64, size: usize) -> u64 {
    if size >= 8 { bits } else { bits & ((1 << (size * 8)) - 1) }
}

/// The size of a cell in an array whose elements are of this kind.
pub(crate) fn size_of_cell(loc: Loc, elements: Kind) -> usize {
    (crate::location::code_of(loc) ^ (elements.size() - 1)) + 1
}

/// The location under which it is recorded whether `loc` was ever written: the location itself, or the word
/// it lies in.
pub(crate) fn granule(loc: Loc) -> Loc {
    if !crate::location::is_cell(loc) {
        return loc;
    }
    let (object, offset) = place_of(loc);
    cell_of(object, offset / WORD * WORD, 0).or_else(|_| loc_of(object, offset)).unwrap_or(loc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_different_sizes_meet_only_where_they_overlap() {
        let cell = |at, size| Cell { word: 0, at, size };
        let mut covered = Covered::default();
        assert_eq!(covered.add(cell(0, 4)), None);
        assert_eq!(covered.add(cell(4, 2)), None);
        assert_eq!(covered.add(cell(6, 2)), None);
        assert_eq!(covered.add(cell(0, 4)), None);
        assert_eq!(covered.add(cell(4, 4)), Some(Grain::of_size(2)));
        assert_eq!(covered.add(cell(1, 1)), Some(Grain::BYTES));
    }
}
