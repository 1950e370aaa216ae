//! Kinds compared with an independent source: the `StackMapTable`s that compilers wrote into the classes of
//! the JDKs.
//!
//! A frame of such a table says what a verifier may rely on; the kinds must be the same, except that a local
//! that the frame does not mention may be anything. Liveness is checked as well: a local that is live at a
//! reachable position must hold something.

use bytecode::kinds::{self, Kind};
use bytecode::liveness;
use classfile::{ClassFile, Constant, Jdk, Method, access};

/// Reads big-endian numbers; the class file was parsed before, so it does not end early.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn u8(&mut self) -> u8 {
        self.at += 1;
        self.bytes[self.at - 1]
    }

    fn u16(&mut self) -> u16 {
        u16::from(self.u8()) << 8 | u16::from(self.u8())
    }

    fn u32(&mut self) -> usize {
        usize::from(self.u16()) << 16 | usize::from(self.u16())
    }

    /// Walks a list of attributes and returns where the contents of the wanted one begin.
    fn attribute(&mut self, class: &ClassFile, wanted: &str) -> Option<usize> {
        let mut found = None;
        for _ in 0..self.u16() {
            let name = self.u16();
            let length = self.u32();
            if class.pool.utf8(name) == Some(wanted) {
                found = Some(self.at);
            }
            self.at += length;
        }
        found
    }
}

/// For each method where the contents of its `StackMapTable` begin.
fn stack_maps(class: &ClassFile) -> Vec<Option<usize>> {
    let mut bytes = Bytes { bytes: &class.bytes, at: 10 };
    for (index, constant) in class.pool.iter() {
        if index > 0 && !matches!(constant, Constant::Unusable) {
            bytes.at += match bytes.u8() {
                1 => usize::from(bytes.u16()),
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                5 | 6 => 8,
                _ => 4,
            };
        }
    }
    bytes.at += 6;
    let interfaces = bytes.u16();
    bytes.at += 2 * usize::from(interfaces);
    for _ in 0..bytes.u16() {
        bytes.at += 6;
        bytes.attribute(class, "");
    }
    let methods = bytes.u16();
    let tables = (0..methods).map(|_| {
        bytes.at += 6;
        let code = bytes.attribute(class, "Code")?;
        let mut bytes = Bytes { bytes: &class.bytes, at: code + 4 };
        let length = bytes.u32();
        bytes.at += length;
        let handlers = bytes.u16();
        bytes.at += 8 * usize::from(handlers);
        bytes.attribute(class, "StackMapTable")
    });
    tables.collect()
}

/// A kind per value (not per slot), `Unusable` for values that the table does not mention.
fn value(bytes: &mut Bytes<'_>) -> Kind {
    match bytes.u8() {
        0 => Kind::Unusable,
        1 => Kind::Int,
        2 => Kind::Float,
        3 => Kind::Double,
        4 => Kind::Long,
        7 | 8 => {
            bytes.u16();
            Kind::Ref
        }
        5 | 6 => Kind::Ref,
        tag => panic!("verification type {tag}"),
    }
}

fn slots(values: &[Kind]) -> Vec<Kind> {
    let wide = |kind: Kind| kind.is_wide().then_some(Kind::Top2);
    values.iter().flat_map(|&kind| std::iter::once(kind).chain(wide(kind))).collect()
}

/// Calls `check` with offset, locals and stack (in slots) of every frame.
fn frames(class: &ClassFile, method: &Method, table: usize, mut check: impl FnMut(u16, &[Kind], &[Kind])) {
    let mut bytes = Bytes { bytes: &class.bytes, at: table };
    let mut arguments = Vec::new();
    if method.access & access::STATIC == 0 {
        arguments.push(Kind::Ref);
    }
    kinds::of_method(&method.descriptor, &mut arguments).expect("a descriptor");
    let mut locals: Vec<Kind> = arguments.into_iter().filter(|&kind| kind != Kind::Top2).collect();
    let mut offset = None;
    for _ in 0..bytes.u16() {
        let mut stack = Vec::new();
        let tag = bytes.u8();
        let delta = match tag {
            0..=127 => u16::from(tag % 64),
            _ => bytes.u16(),
        };
        match tag {
            64..=127 | 247 => stack.push(value(&mut bytes)),
            248..=250 => locals.truncate(locals.len() - usize::from(251 - tag)),
            252..=254 => (0..tag - 251).for_each(|_| locals.push(value(&mut bytes))),
            255 => {
                locals = (0..bytes.u16()).map(|_| value(&mut bytes)).collect();
                stack = (0..bytes.u16()).map(|_| value(&mut bytes)).collect();
            }
            _ => {}
        }
        let at = offset.map_or(delta, |last: u16| last + 1 + delta);
        offset = Some(at);
        check(at, &slots(&locals), &slots(&stack));
    }
}

/// Compares a class; returns how many frames were compared and how many are at unreachable positions.
fn compare(class: &ClassFile) -> (usize, usize) {
    let (mut compared, mut unreachable) = (0, 0);
    for (method, table) in class.methods.iter().zip(stack_maps(class)) {
        let Some(table) = table else { continue };
        let found = kinds::analyse(&class.pool, method).expect("classes of a JDK are good");
        let live = liveness::analyse(method).expect("classes of a JDK are good");
        frames(class, method, table, |offset, locals, stack| {
            let at = || format!("{}.{}{} at {offset}", class.name, method.name, method.descriptor);
            let Some(frame) = found.at(offset) else {
                unreachable += 1;
                return;
            };
            assert_eq!(frame.stack, stack, "{}", at());
            for (local, (&found, &expected)) in frame.locals.iter().zip(locals).enumerate() {
                assert!(
                    found == expected || expected == Kind::Unusable,
                    "local {local}: {found:?}, not {expected:?}, {}",
                    at()
                );
            }
            for local in live.live_at(offset).iter() {
                assert_ne!(
                    frame.locals[usize::from(local)],
                    Kind::Unusable,
                    "local {local} is live, {}",
                    at()
                );
            }
            compared += 1;
        });
    }
    (compared, unreachable)
}

#[test]
fn kinds_agree_with_every_stack_map_of_the_jdks() {
    let jdks = classfile::find_jdks().unwrap_or_else(|error| panic!("{error}"));
    for found in jdks {
        let jdk = Jdk::open(&found.home).expect("a JDK that was found can be opened");
        let (mut compared, mut unreachable) = (0, 0);
        for entry in jdk.image.entries() {
            let name = entry.expect("a good image").resource;
            if !name.ends_with(".class") {
                continue;
            }
            let bytes = jdk.image.find(&name).expect("a good image").expect("an entry that was listed");
            let class = classfile::parse(bytes).expect("classes of a JDK are good");
            let (more, dead) = compare(&class);
            (compared, unreachable) = (compared + more, unreachable + dead);
        }
        assert!(compared > 300_000, "only {compared} frames were compared in {found:?}");
        assert_eq!(unreachable, 0, "frames where control cannot come in {found:?}");
    }
}
