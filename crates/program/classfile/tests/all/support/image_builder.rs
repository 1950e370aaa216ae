//! Writes small run-time images, of both byte orders.

use std::collections::BTreeMap;

/// An image under construction.
#[derive(Default)]
pub struct ImageBuilder {
    pub big_endian: bool,
    /// Name, stored contents, and the uncompressed size if they are compressed.
    pub resources: Vec<(String, Vec<u8>, Option<u64>)>,
    strings: Vec<u8>,
    known: BTreeMap<String, u32>,
}

impl ImageBuilder {
    pub fn new(big_endian: bool) -> Self {
        Self { big_endian, strings: vec![0], known: BTreeMap::from([(String::new(), 0)]), ..Self::default() }
    }

    pub fn word(&self, number: u32) -> [u8; 4] {
        if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    fn long(&self, number: u64) -> [u8; 8] {
        if self.big_endian { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    /// The offset of a string, which is added if it is new.
    pub fn string(&mut self, text: &str) -> u32 {
        if let Some(&offset) = self.known.get(text) {
            return offset;
        }
        let offset = self.strings.len() as u32;
        self.strings.extend(text.as_bytes());
        self.strings.push(0);
        self.known.insert(text.to_owned(), offset);
        offset
    }

    pub fn resource(&mut self, name: &str, contents: &[u8]) {
        self.resources.push((name.to_owned(), contents.to_vec(), None));
    }

    /// A package, and for each of its modules whether it has only subpackages there.
    pub fn package(&mut self, name: &str, modules: &[(bool, &str)]) {
        let mut contents = Vec::new();
        for &(is_empty, module) in modules {
            contents.extend(self.word(u32::from(is_empty)));
            let name = self.string(module);
            contents.extend(self.word(name));
        }
        self.resource(&format!("/packages/{name}"), &contents);
    }

    /// Contents after the header that says how they were compressed.
    pub fn packed(&mut self, how: &str, contents: &[u8], unpacked: u64) -> Vec<u8> {
        let how = self.string(how);
        [
            &self.word(0xCAFE_FAFA)[..],
            &self.long(contents.len() as u64),
            &self.long(unpacked),
            &self.word(how),
            &self.word(0),
            &[1],
            contents,
        ]
        .concat()
    }

    pub fn build(&mut self) -> Vec<u8> {
        let (mut locations, mut data, mut offsets) = (vec![0], Vec::new(), Vec::new());
        for (name, contents, unpacked) in std::mem::take(&mut self.resources) {
            offsets.push((name.clone(), locations.len() as u32));
            let packed = if unpacked.is_some() { contents.len() as u64 } else { 0 };
            let sizes = [data.len() as u64, packed, unpacked.unwrap_or(contents.len() as u64)];
            let names = split(&name).map(|part| u64::from(self.string(part)));
            for (kind, value) in (1..).zip(names.into_iter().chain(sizes)) {
                locations.push(kind << 3 | 7);
                locations.extend(value.to_be_bytes());
            }
            locations.push(0);
            data.extend(contents);
        }
        let (redirect, table) = perfect_hash(&offsets);
        let mut image = Vec::new();
        let length = table.len() as u32;
        let sizes = [locations.len() as u32, self.strings.len() as u32];
        for number in [0xCAFE_DADA, 1 << 16, 0, offsets.len() as u32, length].into_iter().chain(sizes) {
            image.extend(self.word(number));
        }
        for number in redirect.iter().chain(&table) {
            image.extend(self.word(*number));
        }
        [image, locations, self.strings.clone(), data].concat()
    }
}

/// Module, parent, base, extension.
fn split(name: &str) -> [&str; 4] {
    let (module, rest) = name[1..].split_once('/').expect("a resource is in a module");
    let (parent, file) = rest.rsplit_once('/').unwrap_or(("", rest));
    let (base, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    [module, parent, base, extension]
}

fn hash(name: &str, seed: u32) -> u32 {
    name.bytes().fold(seed, |h, byte| h.wrapping_mul(0x0100_0193) ^ u32::from(byte)) & 0x7FFF_FFFF
}

/// Redirections and offsets of locations: names that share a slot try seeds until all of them find free ones.
fn perfect_hash(names: &[(String, u32)]) -> (Vec<u32>, Vec<u32>) {
    let length = names.len();
    let mut groups: Vec<Vec<&(String, u32)>> = vec![Vec::new(); length];
    for name in names {
        groups[hash(&name.0, 0x0100_0193) as usize % length].push(name);
    }
    let mut order: Vec<usize> = (0..length).filter(|&slot| !groups[slot].is_empty()).collect();
    order.sort_by_key(|&slot| std::cmp::Reverse(groups[slot].len()));
    let (mut redirect, mut table) = (vec![0; length], vec![None; length]);
    for slot in order {
        if let [name] = groups[slot][..] {
            let free = table.iter().position(Option::is_none).expect("as many slots as names");
            table[free] = Some(name.1);
            redirect[slot] = (-1 - free as i32) as u32;
            continue;
        }
        let place = |seed: u32| -> Option<Vec<usize>> {
            let mut slots: Vec<usize> =
                groups[slot].iter().map(|name| hash(&name.0, seed) as usize % length).collect();
            let places = slots.clone();
            slots.sort_unstable();
            slots.dedup();
            (slots.len() == places.len() && places.iter().all(|&at| table[at].is_none())).then_some(places)
        };
        let (seed, places) =
            (1..).find_map(|seed| place(seed).map(|places| (seed, places))).expect("some seed fits");
        for (name, at) in groups[slot].iter().zip(places) {
            table[at] = Some(name.1);
        }
        redirect[slot] = seed;
    }
    (redirect, table.into_iter().map(|offset| offset.expect("all slots are taken")).collect())
}
