//! Java strings: creation, contents, literals (JLS 3.10.5: equal literals are the same object).

use crate::heap::{Heap, Ref};
use crate::library::{HEADER, Library};
use crate::objects::ARRAY_BASE;
use crate::trap::Trap;
use crate::vm::Vm;

/// An identity hash code for an object that is named by a text.
pub(crate) fn identity_of_name(name: &str) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    ((hash >> 32) as u32 & 0x7fff_ffff).max(1)
}

/// The bytes of a compact string and its coder: Latin-1 (0) or UTF-16 (1).
fn encode(text: &[u16]) -> (Vec<u8>, u64) {
    if text.iter().all(|&c| c < 256) {
        return (text.iter().map(|&c| c as u8).collect(), 0);
    }
    (text.iter().flat_map(|c| c.to_le_bytes()).collect(), 1)
}

/// The fields of java.lang.String that the machine sets.
struct Layout {
    value: usize,
    coder: usize,
}

fn layout(lib: &Library) -> Layout {
    let fields = lib.known().string.fields();
    let word = |name: &str| {
        let field = fields.iter().find(|f| **lib.text(f.name) == *name);
        field.expect("java.lang.String has a value and a coder since release 9").word
    };
    Layout { value: word("value"), coder: word("coder") }
}

/// The characters of a string.
pub(crate) fn utf16_of(lib: &Library, heap: &Heap, string: Ref) -> Vec<u16> {
    let layout = layout(lib);
    let value = Ref(heap.word(string, layout.value));
    if value.is_null() {
        return Vec::new();
    }
    let length = (heap.word(value, 0) >> 32) as usize;
    // It is never written.
    crate::watch::asks(value);
    let bytes = heap.bytes(value, ARRAY_BASE, length);
    if heap.word(string, layout.coder) == 0 {
        return bytes.into_iter().map(u16::from).collect();
    }
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

impl Vm<'_> {
    /// A new string.
    pub(crate) fn new_string(&mut self, text: &str) -> Result<Ref, Trap> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_utf16(&units)
    }

    /// A new string.
    pub(crate) fn new_string_utf16(&mut self, text: &[u16]) -> Result<Ref, Trap> {
        let (bytes, coder) = encode(text);
        let value = self.new_bytes(&bytes)?;
        let string = self.new_object(self.lib.known().string)?;
        let layout = layout(self.lib);
        self.st.heap.set_word(string, layout.value, value.0);
        self.st.heap.set_word(string, layout.coder, coder);
        Ok(string)
    }

    /// The characters of a string.
    pub(crate) fn utf16(&self, string: Ref) -> Vec<u16> {
        utf16_of(self.lib, &self.st.heap, string)
    }

    /// The text of a string; lone surrogates are replaced.
    pub fn text(&self, string: Ref) -> String {
        if string.is_null() {
            return "null".to_owned();
        }
        String::from_utf16_lossy(&self.utf16(string))
    }

    /// The unique string object of a literal.
    pub(crate) fn literal(&mut self, text: &[u16]) -> Result<Ref, Trap> {
        if !self.st.interned.is_empty()
            && let Some(&string) = self.st.interned.get(text)
        {
            return Ok(string);
        }
        Ok(self.lib.literal(&mut self.st.heap, text))
    }

    /// The literal of a text.
    pub(crate) fn literal_str(&mut self, text: &str) -> Result<Ref, Trap> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.literal(&units)
    }

    /// `String.intern`.
    pub(crate) fn intern(&mut self, string: Ref) -> Ref {
        let text = self.utf16(string);
        if let Some(&known) = self.st.interned.get(&text) {
            return known;
        }
        let literals = self.lib.literals.read().expect("no panic while literals are added");
        if let Some(&known) = literals.get(text.as_slice()) {
            return known;
        }
        drop(literals);
        triomphe::Arc::make_mut(&mut self.st.interned).insert(text, string);
        string
    }
}

impl Library {
    /// The unique string object of a literal that no program has interned itself.
    pub(crate) fn literal(&'static self, heap: &mut Heap, text: &[u16]) -> Ref {
        let lib = self;
        if let Some(&string) = lib.literals.read().expect("no panic while literals are added").get(text) {
            return string;
        }
        let mut literals = lib.literals.write().expect("no panic while literals are added");
        let (bytes, coder) = encode(text);
        let known = lib.known();
        let identity = u64::from(identity_of_name(&String::from_utf16_lossy(text)));
        // One image: the array, then the string that refers to it.
        let array_words = HEADER + bytes.len().div_ceil(8);
        let mut image = vec![0; array_words];
        image[0] = u64::from(known.bytes.id) | (bytes.len() as u64) << 32;
        image[1] = identity ^ 1;
        for (i, chunk) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            image[ARRAY_BASE / 8 + i] = u64::from_le_bytes(word);
        }
        let value = heap.add_constant(&image);
        let layout = layout(lib);
        let mut image = vec![0; known.string.words];
        image[0] = u64::from(known.string.id);
        image[1] = identity;
        image[layout.value] = value.0;
        image[layout.coder] = coder;
        let string = heap.add_constant(&image);
        literals.insert(text.into(), string);
        string
    }
}
