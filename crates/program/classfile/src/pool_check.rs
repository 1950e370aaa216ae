//! The cross references of the constant pool: every index is in range and of the right kind, every name and
//! descriptor is well formed for its use (JVMS §4.4).
//!
//! Not checked here: the bootstrap indices, which need an attribute that comes later in the file.

use crate::error::{Result, malformed, shown};
use crate::names;
use crate::pool::{Constant, Pool};

/// Whether there are constants of rare kinds, whose checks need more than the pool.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Rare {
    /// `Dynamic` or `InvokeDynamic`.
    pub(crate) dynamic: bool,
    /// `Module` or `Package`.
    pub(crate) of_modules: bool,
}

/// Checks every constant of the pool of a class of version `major`.
pub(crate) fn check_pool(pool: &Pool, major: u16) -> Result<Rare> {
    let check = Check { pool, major };
    let mut rare = Rare::default();
    for (index, constant) in pool.iter() {
        match constant {
            Constant::Dynamic { .. } | Constant::InvokeDynamic { .. } => rare.dynamic = true,
            Constant::Module { .. } | Constant::Package { .. } => rare.of_modules = true,
            _ => {}
        }
        check.constant(constant).map_err(|reason| {
            malformed(pool.offset_of(index), format!("constant {index} ({}): {reason}", constant.kind()))
        })?;
    }
    Ok(rare)
}

struct Check<'a> {
    pool: &'a Pool,
    major: u16,
}

type Checked<T> = std::result::Result<T, String>;

impl<'a> Check<'a> {
    fn constant(&self, constant: &Constant) -> Checked<()> {
        match *constant {
            Constant::Unusable | Constant::Utf8(_) => Ok(()),
            Constant::Integer(_) | Constant::Float(_) | Constant::Long(_) | Constant::Double(_) => Ok(()),
            Constant::Class { name } => {
                self.named(name, "the name of a class or array", names::is_class_or_array_name)
            }
            Constant::String { utf8 } => self.utf8(utf8).map(drop),
            // The descriptor is checked with its NameAndType; its first character tells which of the two
            // kinds it is.
            Constant::FieldRef { class, name_and_type } => {
                let (_, descriptor) = self.member(class, name_and_type)?;
                ensure(!is_for_methods(descriptor), descriptor, "a field descriptor")
            }
            Constant::MethodRef { class, name_and_type } => {
                let (name, descriptor) = self.member(class, name_and_type)?;
                method_name(name, descriptor)
            }
            Constant::InterfaceMethodRef { class, name_and_type } => {
                let (name, descriptor) = self.member(class, name_and_type)?;
                ensure(!name.starts_with('<'), name, "the name of a method of an interface")?;
                method_name(name, descriptor)
            }
            Constant::NameAndType { name, descriptor } => {
                self.named(name, "the name of a member", names::is_unqualified_name)?;
                self.named(descriptor, "a descriptor", |d| {
                    if is_for_methods(d) { is_callable_descriptor(d) } else { names::is_field_descriptor(d) }
                })
            }
            Constant::MethodHandle { kind, reference } => {
                self.since(51).and_then(|()| self.method_handle(kind, reference))
            }
            Constant::MethodType { descriptor } => {
                self.since(51)?;
                self.named(descriptor, "a method descriptor", is_callable_descriptor)
            }
            Constant::Dynamic { name_and_type, .. } => {
                self.since(55)?;
                let (_, descriptor) = self.name_and_type(name_and_type)?;
                ensure(!is_for_methods(descriptor), descriptor, "a field descriptor")
            }
            Constant::InvokeDynamic { name_and_type, .. } => {
                self.since(51)?;
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                ensure(
                    names::is_method_name(name) && !name.starts_with('<'),
                    name,
                    "the name of a call site",
                )?;
                ensure(is_for_methods(descriptor), descriptor, "a method descriptor")
            }
            Constant::Module { name } => {
                self.since(53)?;
                self.named(name, "the name of a module", |n| !n.is_empty())
            }
            Constant::Package { name } => {
                self.since(53)?;
                self.named(name, "the name of a package", names::is_class_name)
            }
        }
    }

    /// Kinds and targets of method handles (JVMS §4.4.8).
    fn method_handle(&self, kind: u8, reference: u16) -> Checked<()> {
        let target = self.pool.get(reference).ok_or_else(|| format!("there is no constant {reference}"))?;
        let fits = match (kind, target) {
            (1..=4, Constant::FieldRef { .. }) => true,
            (5 | 8, Constant::MethodRef { .. }) => true,
            (6 | 7, Constant::MethodRef { .. }) => true,
            (6 | 7, Constant::InterfaceMethodRef { .. }) => self.major >= 52,
            (9, Constant::InterfaceMethodRef { .. }) => true,
            (1..=9, _) => false,
            _ => return Err(format!("{kind} is not a kind of method handle")),
        };
        if !fits {
            return Err(format!("a method handle of kind {kind} cannot refer to {}", target.kind()));
        }
        // The target itself may come later in the pool and be malformed; its own check will report that.
        match self.pool.member(reference) {
            Some(member) if kind >= 5 && (member.name == "<init>") != (kind == 8) => {
                Err(format!("a method handle of kind {kind} cannot refer to {}", shown(member.name)))
            }
            _ => Ok(()),
        }
    }

    fn member(&self, class: u16, name_and_type: u16) -> Checked<(&'a str, &'a str)> {
        if !matches!(self.pool.get(class), Some(Constant::Class { .. })) {
            return Err(self.not_a("Class", class));
        }
        self.name_and_type(name_and_type)
    }

    fn name_and_type(&self, index: u16) -> Checked<(&'a str, &'a str)> {
        self.pool.name_and_type(index).ok_or_else(|| self.not_a("NameAndType", index))
    }

    fn utf8(&self, index: u16) -> Checked<&'a str> {
        self.pool.utf8(index).ok_or_else(|| self.not_a("Utf8", index))
    }

    fn named(&self, index: u16, what: &str, is_fine: impl Fn(&str) -> bool) -> Checked<()> {
        let text = self.utf8(index)?;
        ensure(is_fine(text), text, what)
    }

    fn since(&self, major: u16) -> Checked<()> {
        if self.major >= major {
            return Ok(());
        }
        Err(format!("exists from class file version {major} on, but the class has {}", self.major))
    }

    fn not_a(&self, wanted: &str, index: u16) -> String {
        not_a(self.pool, wanted, index)
    }
}

/// A message about what is at `index` instead of what was wanted.
#[cold]
pub(crate) fn not_a(pool: &Pool, wanted: &str, index: u16) -> String {
    match pool.get(index) {
        Some(other) => format!("constant {index} should be {wanted} but is {}", other.kind()),
        None => format!("constant {index} should be {wanted} but there are only {}", pool.len()),
    }
}

fn ensure(holds: bool, text: &str, what: &str) -> Checked<()> {
    if holds { Ok(()) } else { Err(format!("{} is not {what}", shown(text))) }
}

/// Checks that a method can be called: not `<clinit>`, and `<init>` returns nothing.
fn method_name(name: &str, descriptor: &str) -> Checked<()> {
    ensure(names::is_method_name(name) && name != "<clinit>", name, "the name of a method")?;
    ensure(is_for_methods(descriptor), descriptor, "a method descriptor")?;
    ensure(name != "<init>" || descriptor.ends_with(")V"), descriptor, "the descriptor of an <init>")
}

fn is_for_methods(descriptor: &str) -> bool {
    descriptor.starts_with('(')
}

/// A method descriptor with no more arguments than a call can pass.
fn is_callable_descriptor(descriptor: &str) -> bool {
    names::argument_slots(descriptor).is_some_and(|slots| slots <= names::MAX_ARGUMENT_SLOTS)
}
