//! From bytes to a [`ClassFile`] (JVMS §4.1, §4.5, §4.6): the order of the file, names, members.

use crate::Bytes;
use crate::class::{ClassFile, Field, Method};
use crate::error::{ClassFileError, Result, malformed, shown};
use crate::flags::{self, Owner, access};
use crate::names;
use crate::pool::{Constant, Pool};
use crate::pool_check::{Rare, check_pool, not_a};
use crate::reader::Reader;
use std::sync::Arc;

/// The oldest version of class files: Java 1.0.2 and 1.1.
pub const OLDEST_MAJOR: u16 = 45;
/// The newest supported version of class files: Java 25.
pub const NEWEST_MAJOR: u16 = 69;

const MAGIC: u32 = 0xCAFE_BABE;
const OBJECT: &str = "java/lang/Object";

/// Reads a class file; the crate documentation says what is checked. Instructions are checked by
/// [`crate::check_code`].
pub fn parse(bytes: Bytes) -> std::result::Result<ClassFile, ClassFileError> {
    let mut reader = Reader::new(&bytes);
    let (major, minor) = read_version(&mut reader)?;
    let pool = Pool::read(&mut reader, &bytes)?;
    let mut class = ClassFile { major, minor, ..ClassFile::default() };
    let parsed = check_pool(&pool, major)
        .and_then(|rare| Parser::new(&pool, major, rare).class(&mut reader, &mut class));
    if let Err(error) = parsed {
        let name = (!class.name.is_empty()).then(|| class.name.to_string());
        return Err(ClassFileError { class: name, ..error });
    }
    class.pool = pool;
    class.bytes = bytes;
    Ok(class)
}

fn read_version(reader: &mut Reader<'_>) -> Result<(u16, u16)> {
    if reader.u32()? != MAGIC {
        return Err(malformed(0, "not a class file: it does not begin with ca fe ba be"));
    }
    let (minor, major) = (reader.u16()?, reader.u16()?);
    match major {
        ..OLDEST_MAJOR => Err(malformed(6, format!("class file version {major} is older than any Java"))),
        OLDEST_MAJOR..=NEWEST_MAJOR if major >= 56 && minor != 0 && minor != u16::MAX => {
            Err(malformed(4, format!("{major}.{minor} is not a version of class files")))
        }
        OLDEST_MAJOR..=NEWEST_MAJOR => Ok((major, minor)),
        _ => Err(malformed(
            6,
            format!(
                "class file version {major} (Java {}) is newer than the newest that is supported, {NEWEST_MAJOR} (Java {})",
                major - 44,
                NEWEST_MAJOR - 44
            ),
        )),
    }
}

/// The state while the structures of one class are read.
pub(crate) struct Parser<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) owner: Owner,
    /// Texts that were already used, by index, so that equal names share an allocation.
    texts: Vec<Option<Arc<str>>>,
    rare: Rare,
}

impl<'a> Parser<'a> {
    fn new(pool: &'a Pool, major: u16, rare: Rare) -> Self {
        Self { pool, owner: Owner { access: 0, major }, texts: vec![None; pool.len()], rare }
    }

    fn class(&mut self, reader: &mut Reader<'_>, class: &mut ClassFile) -> Result<()> {
        let flags_at = reader.offset();
        class.access = reader.u16()?;
        self.owner.access = class.access;
        self.read_names(reader, class)?;
        self.check_kind(class, flags_at)?;
        self.fields(reader, class)?;
        self.methods(reader, class)?;
        let attributes_at = reader.offset();
        self.class_attributes(reader, class)?;
        reader.expect_end("the class file")?;
        self.check_module(class, flags_at)?;
        self.check_bootstraps(class, attributes_at)
    }

    fn read_names(&mut self, reader: &mut Reader<'_>, class: &mut ClassFile) -> Result<()> {
        let this_at = reader.offset();
        class.name = self.class_name(reader)?;
        let super_at = reader.offset();
        class.super_name = self.optional_class_name(reader)?;
        for (name, at) in [(Some(&class.name), this_at), (class.super_name.as_ref(), super_at)] {
            if let Some(name) = name.filter(|name| name.starts_with('[')) {
                return Err(malformed(at, format!("{} is an array, not a class", shown(name))));
            }
        }
        if class.super_name.as_ref() == Some(&class.name) {
            return Err(malformed(super_at, "the class is its own superclass"));
        }
        let list_at = reader.offset();
        let count = reader.u16()?;
        for _ in 0..count {
            let at = reader.offset();
            let name = self.class_name(reader)?;
            if name.starts_with('[') || name == class.name {
                return Err(malformed(at, format!("the class cannot implement {}", shown(&name))));
            }
            class.interfaces.push(name);
        }
        check_distinct(class.interfaces.iter().map(|name| (&**name, "")))
            .map_err(|twice| malformed(list_at, format!("the class implements twice: {twice}")))
    }

    /// Checks the flags, and whether there is a superclass exactly where there should be.
    fn check_kind(&self, class: &ClassFile, flags_at: usize) -> Result<()> {
        if class.access & access::MODULE != 0 && class.major >= 53 {
            let plain = class.access == access::MODULE && &*class.name == "module-info";
            let alone = class.super_name.is_none() && class.interfaces.is_empty();
            return if plain && alone {
                Ok(())
            } else {
                Err(malformed(
                    flags_at,
                    "a module is named module-info and has no other flags, superclass or interfaces",
                ))
            };
        }
        flags::check_class(class.access, class.major).map_err(|rule| malformed(flags_at, rule))?;
        match class.super_name.as_deref() {
            None if &*class.name != OBJECT => {
                Err(malformed(flags_at + 4, "only java/lang/Object has no superclass"))
            }
            Some(_) if &*class.name == OBJECT => {
                Err(malformed(flags_at + 4, "java/lang/Object has no superclass"))
            }
            Some(other) if self.owner.is_interface() && other != OBJECT => {
                Err(malformed(flags_at + 4, "the superclass of an interface is java/lang/Object"))
            }
            _ => Ok(()),
        }
    }

    fn check_module(&self, class: &ClassFile, flags_at: usize) -> Result<()> {
        if class.access & access::MODULE != 0 && class.major >= 53 {
            if class.fields.is_empty() && class.methods.is_empty() {
                return Ok(());
            }
            return Err(malformed(flags_at, "a module has neither fields nor methods"));
        }
        if !self.rare.of_modules {
            return Ok(());
        }
        let odd = |(_, c): &(u16, &Constant)| matches!(c, Constant::Module { .. } | Constant::Package { .. });
        match self.pool.iter().find(odd) {
            None => Ok(()),
            Some((index, constant)) => Err(malformed(
                self.pool.offset_of(index),
                format!("constant {index} ({}) outside of module-info", constant.kind()),
            )),
        }
    }

    /// Checks the indices of bootstrap methods, and their parts.
    fn check_bootstraps(&self, class: &ClassFile, attributes_at: usize) -> Result<()> {
        let constants = self.pool.iter().take(if self.rare.dynamic { self.pool.len() } else { 0 });
        for (index, constant) in constants {
            if let Constant::Dynamic { bootstrap, .. } | Constant::InvokeDynamic { bootstrap, .. } = *constant
                && usize::from(bootstrap) >= class.bootstrap_methods.len()
            {
                let there_are = class.bootstrap_methods.len();
                let reason = format!(
                    "constant {index} ({}): bootstrap method {bootstrap} of {there_are}",
                    constant.kind()
                );
                return Err(malformed(self.pool.offset_of(index), reason));
            }
        }
        for method in &class.bootstrap_methods {
            if !matches!(self.pool.get(method.handle), Some(Constant::MethodHandle { .. })) {
                let reason = not_a(self.pool, "the MethodHandle of a bootstrap method", method.handle);
                return Err(malformed(attributes_at, reason));
            }
            if let Some(&bad) = method.arguments.iter().find(|&&argument| !is_loadable(self.pool, argument)) {
                let reason = not_a(self.pool, "a loadable argument of a bootstrap method", bad);
                return Err(malformed(attributes_at, reason));
            }
        }
        Ok(())
    }

    fn fields(&mut self, reader: &mut Reader<'_>, class: &mut ClassFile) -> Result<()> {
        let at = reader.offset();
        let count = reader.u16()?;
        class.fields.reserve_exact(reader.plausible(count, 8));
        for _ in 0..count {
            let field = self.field(reader)?;
            class.fields.push(field);
        }
        let members = class.fields.iter().map(|field| (&*field.name, &*field.descriptor));
        check_distinct(members).map_err(|twice| malformed(at, format!("there are two fields {twice}")))
    }

    fn field(&mut self, reader: &mut Reader<'_>) -> Result<Field> {
        let at = reader.offset();
        let mut field = Field { access: reader.u16()?, ..Field::default() };
        field.name = self.text(reader)?;
        field.descriptor = self.text(reader)?;
        if !names::is_unqualified_name(&field.name) {
            return Err(malformed(at + 2, format!("{} is not the name of a field", shown(&field.name))));
        }
        if !names::is_field_descriptor(&field.descriptor) {
            return Err(malformed(at + 4, format!("{} is not a field descriptor", shown(&field.descriptor))));
        }
        flags::check_field(field.access, self.owner)
            .map_err(|rule| malformed(at, format!("field {}: {rule}", shown(&field.name))))?;
        self.field_attributes(reader, &mut field)?;
        Ok(field)
    }

    fn methods(&mut self, reader: &mut Reader<'_>, class: &mut ClassFile) -> Result<()> {
        let at = reader.offset();
        let count = reader.u16()?;
        class.methods.reserve_exact(reader.plausible(count, 8));
        for _ in 0..count {
            let method = self.method(reader)?;
            class.methods.push(method);
        }
        let members = class.methods.iter().map(|method| (&*method.name, &*method.descriptor));
        check_distinct(members).map_err(|twice| malformed(at, format!("there are two methods {twice}")))
    }

    fn method(&mut self, reader: &mut Reader<'_>) -> Result<Method> {
        let at = reader.offset();
        let mut method = Method { access: reader.u16()?, ..Method::default() };
        method.name = self.text(reader)?;
        method.descriptor = self.text(reader)?;
        let slots = self.check_method_names(&method, at)?;
        self.method_attributes(reader, &mut method, slots)?;
        // The flags of <clinit> have no meaning, so it always has code.
        let bodiless =
            method.access & (access::NATIVE | access::ABSTRACT) != 0 && &*method.name != "<clinit>";
        if bodiless == method.code.is_none() {
            return Ok(method);
        }
        let wrong = if bodiless { "is native or abstract but has code" } else { "has no code" };
        Err(malformed(at, format!("method {} {wrong}", shown(&method.name))))
    }

    /// Checks name, descriptor and flags; returns the number of local variables that the arguments take,
    /// including the receiver.
    fn check_method_names(&self, method: &Method, at: usize) -> Result<u16> {
        let (name, descriptor) = (&*method.name, &*method.descriptor);
        if !names::is_method_name(name) {
            return Err(malformed(at + 2, format!("{} is not the name of a method", shown(name))));
        }
        let Some(arguments) = names::argument_slots(descriptor) else {
            return Err(malformed(at + 4, format!("{} is not a method descriptor", shown(descriptor))));
        };
        let is_clinit = name == "<clinit>";
        flags::check_method(name, method.access, self.owner)
            .map_err(|rule| malformed(at, format!("method {}: {rule}", shown(name))))?;
        let wrong_init = name == "<init>" && !descriptor.ends_with(")V");
        if wrong_init || (is_clinit && self.owner.major >= 51 && descriptor != "()V") {
            return Err(malformed(at + 4, format!("{} is not a descriptor of {name}", shown(descriptor))));
        }
        let is_static = method.access & access::STATIC != 0 || is_clinit;
        let slots = arguments.saturating_add(u16::from(!is_static));
        if slots > names::MAX_ARGUMENT_SLOTS {
            return Err(malformed(at + 4, format!("the arguments of {} take {slots} slots", shown(name))));
        }
        Ok(slots)
    }

    // Indices into the constant pool that the structures contain.

    /// Reads the index of a `Utf8`.
    pub(crate) fn text(&mut self, reader: &mut Reader<'_>) -> Result<Arc<str>> {
        let at = reader.offset();
        let index = reader.u16()?;
        self.text_at(index).ok_or_else(|| malformed(at, not_a(self.pool, "Utf8", index)))
    }

    /// Reads the index of a `Utf8`, or 0.
    pub(crate) fn optional_text(&mut self, reader: &mut Reader<'_>) -> Result<Option<Arc<str>>> {
        if reader.peek_u16() == Some(0) {
            return reader.u16().map(|_| None);
        }
        self.text(reader).map(Some)
    }

    /// Reads the index of a `Class`.
    pub(crate) fn class_name(&mut self, reader: &mut Reader<'_>) -> Result<Arc<str>> {
        let at = reader.offset();
        let index = reader.u16()?;
        let name = match self.pool.get(index) {
            Some(Constant::Class { name }) => self.text_at(*name),
            _ => None,
        };
        name.ok_or_else(|| malformed(at, not_a(self.pool, "Class", index)))
    }

    /// Reads the index of a `Class`, or 0.
    pub(crate) fn optional_class_name(&mut self, reader: &mut Reader<'_>) -> Result<Option<Arc<str>>> {
        if reader.peek_u16() == Some(0) {
            return reader.u16().map(|_| None);
        }
        self.class_name(reader).map(Some)
    }

    /// The text at an index, shared with earlier uses.
    pub(crate) fn text_at(&mut self, index: u16) -> Option<Arc<str>> {
        let text = self.pool.utf8(index)?;
        Some(Arc::clone(self.texts[usize::from(index)].get_or_insert_with(|| Arc::from(text))))
    }
}

/// Whether the constant can be pushed by `ldc` or `ldc2_w`, and so be an argument of a bootstrap method (JVMS
/// table 4.4-C).
fn is_loadable(pool: &Pool, index: u16) -> bool {
    matches!(
        pool.get(index),
        Some(
            Constant::Integer(_)
                | Constant::Float(_)
                | Constant::Long(_)
                | Constant::Double(_)
                | Constant::Class { .. }
                | Constant::String { .. }
                | Constant::MethodHandle { .. }
                | Constant::MethodType { .. }
                | Constant::Dynamic { .. }
        )
    )
}

/// Fails if two members have the same name and descriptor.
fn check_distinct<'a>(
    members: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> std::result::Result<(), String> {
    let twice = |member: (&str, &str)| Err(format!("{} {}", shown(member.0), shown(member.1)));
    let mut ahead = members.clone();
    let length = ahead.clone().count();
    // Few members are compared pairwise, which mostly ends at the lengths.
    if length <= 16 {
        while let Some(member) = ahead.next() {
            if ahead.clone().any(|other| other == member) {
                return twice(member);
            }
        }
        return Ok(());
    }
    // Many members are sorted, by a hash first, since names share prefixes.
    let mut keys: Vec<_> = members.map(|m| (hash(m.0).rotate_left(1) ^ hash(m.1), m)).collect();
    keys.sort_unstable();
    match keys.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => twice(pair[0].1),
    }
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3))
}
