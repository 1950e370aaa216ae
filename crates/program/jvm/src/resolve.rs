//! Resolution of constant-pool entries (JVMS 5.4.3) with access control (5.4.4), cached once successful.
//!
//! Failures are not cached but recomputed each time: what they depend on does not change.

use crate::class::{ClassRef, FieldRef, Loader, MethodRef, Resolved, flag};
use crate::descriptor;
use crate::place::element;
use crate::symbol::Symbol;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;
use classfile::Constant;

const CHANGED: &str = "java/lang/IncompatibleClassChangeError";
const ACCESS: &str = "java/lang/IllegalAccessError";

impl Vm<'_> {
    /// The class that a name denotes in code of `from`.
    pub(crate) fn class_named(&mut self, from: ClassRef, name: &str) -> Result<ClassRef, Trap> {
        // A spun or hidden class may refer to itself, although no loader knows it.
        if *from.name == *name || (from.is_hidden && from.file().is_some_and(|f| *f.name == *name)) {
            return Ok(from);
        }
        self.lib.class(&mut self.st.heap, from.loader, name)
    }

    /// A class entry of the pool of `from`.
    pub(crate) fn resolve_class(&mut self, from: ClassRef, index: u16) -> Result<ClassRef, Trap> {
        if let Some(Resolved::Class(class)) = from.resolved[index as usize].get() {
            return Ok(class);
        }
        let name = from.file().and_then(|f| f.pool.class_name(index)).unwrap_or_default();
        let class = self.class_named(from, name)?;
        self.check_class_access(from, class)?;
        let _ = from.resolved[index as usize].set(Resolved::Class(class));
        Ok(class)
    }

    fn check_class_access(&self, from: ClassRef, class: ClassRef) -> Result<(), Trap> {
        let target = element(class);
        let from_rights = from.host.unwrap_or(from);
        let same_package = from_rights.loader == target.loader && from_rights.package() == target.package();
        if target.access & flag::PUBLIC != 0 || same_package || target.is_primitive() || is_magic(from) {
            return Ok(());
        }
        let text = format!(
            "failed to access class {} from class {} ({})",
            target.external_name(),
            from.external_name(),
            self.lib.are_in(&self.st.heap, target, from)
        );
        raise_with(ACCESS, text)
    }

    /// A field entry of the pool of `from` (JVMS 5.4.3.2).
    pub(crate) fn resolve_field(&mut self, from: ClassRef, index: u16) -> Result<FieldRef, Trap> {
        if let Some(Resolved::Field(field)) = from.resolved[index as usize].get() {
            return Ok(field);
        }
        let (class_index, name, descriptor) = self.member(from, index);
        let class = self.resolve_class(from, class_index)?;
        let Some(field) = find_field(class, name, descriptor) else {
            return Err(self.no_such_field(class, name, descriptor));
        };
        if !self.may_access(from, class, field.class, field.access) {
            let text = format!(
                "class {} tried to access {}field {}.{} ({})",
                from.external_name(),
                access_word(field.access),
                field.class.external_name(),
                self.lib.text(field.name),
                self.lib.are_in(&self.st.heap, from, field.class)
            );
            return raise_with(ACCESS, text);
        }
        let _ = from.resolved[index as usize].set(Resolved::Field(field));
        Ok(field)
    }

    /// The error for a field that is not found.
    pub(crate) fn no_such_field(&self, class: ClassRef, name: Symbol, descriptor: Symbol) -> Trap {
        let name = self.lib.text(name);
        let text = match self.lib.release() {
            // Since release 23 the message includes the type.
            ..23 => name.to_string(),
            _ => format!(
                "Class {} does not have member field '{} {name}'",
                class.external_name(),
                descriptor::external(self.lib.text(descriptor))
            ),
        };
        Trap::Raise("java/lang/NoSuchFieldError", Some(text))
    }

    fn member(&self, from: ClassRef, index: u16) -> (u16, Symbol, Symbol) {
        let pool = &from.file().expect("only code of class files has constants").pool;
        let class = match pool.get(index) {
            Some(
                Constant::FieldRef { class, .. }
                | Constant::MethodRef { class, .. }
                | Constant::InterfaceMethodRef { class, .. },
            ) => *class,
            _ => 0,
        };
        let member = pool.member(index);
        let (name, descriptor) = member.map_or(("", "()V"), |m| (m.name, m.descriptor));
        (class, self.lib.symbol(name), self.lib.symbol(descriptor))
    }

    /// A method entry of the pool of `from` (JVMS 5.4.3.3, 5.4.3.4).
    pub(crate) fn resolve_method(&mut self, from: ClassRef, index: u16) -> Result<MethodRef, Trap> {
        if let Some(Resolved::Method(method)) = from.resolved[index as usize].get() {
            return Ok(method);
        }
        let (class_index, name, descriptor) = self.member(from, index);
        let class = self.resolve_class(from, class_index)?;
        let pool = &from.file().expect("only code of class files has constants").pool;
        let as_interface = matches!(pool.get(index), Some(Constant::InterfaceMethodRef { .. }));
        let method = self.find_method(from, class, name, descriptor, as_interface)?;
        let _ = from.resolved[index as usize].set(Resolved::Method(method));
        Ok(method)
    }

    /// Finds a method as resolution does, and checks that `from` may call it.
    pub(crate) fn find_method(
        &mut self,
        from: ClassRef,
        class: ClassRef,
        name: Symbol,
        descriptor: Symbol,
        as_interface: bool,
    ) -> Result<MethodRef, Trap> {
        if as_interface != class.is_interface() {
            let text = if as_interface {
                format!("Found class {}, but interface was expected", class.external_name())
            } else {
                format!("Found interface {}, but class was expected", class.external_name())
            };
            return raise_with(CHANGED, text);
        }
        let Some(method) = self.look_up(class, name, descriptor) else {
            let (name, descriptor) = (self.lib.text(name), self.lib.text(descriptor));
            let text = descriptor::external_method(&class.external_name(), name, descriptor);
            return raise_with("java/lang/NoSuchMethodError", format!("'{text}'"));
        };
        if !method.is_polymorphic && !self.may_access(from, class, method.class, method.access) {
            let (name, descriptor) = (self.lib.text(name), self.lib.text(descriptor));
            let text = format!(
                "class {} tried to access {}method '{}' ({})",
                from.external_name(),
                access_word(method.access),
                descriptor::external_method(&method.class.external_name(), name, descriptor),
                self.lib.are_in(&self.st.heap, from, method.class)
            );
            return raise_with(ACCESS, text);
        }
        Ok(method)
    }

    /// Method lookup without access checks: the class, its superclasses, then its superinterfaces.
    pub(crate) fn look_up(&self, class: ClassRef, name: Symbol, descriptor: Symbol) -> Option<MethodRef> {
        let mut at = Some(class);
        while let Some(c) = at {
            if let Some(m) = c.declared(name, descriptor) {
                // An interface does not inherit the non-public methods of Object.
                let hidden = class.is_interface() && !c.is_interface() && m.access & flag::PUBLIC == 0;
                if !hidden {
                    return Some(m);
                }
            }
            if let Some(m) = polymorphic(self, c, name) {
                return Some(m);
            }
            at = c.superclass;
        }
        if let [m] = self.lib.most_specific(class, name, descriptor).as_slice() {
            return Some(m);
        }
        let mut all = class.all_interfaces().iter().filter_map(|i| i.declared(name, descriptor));
        all.find(|m| !m.is_static() && !m.is_private())
    }

    /// Whether code of `from` may use a member of `declaring` reached through `named` (JVMS 5.4.4).
    pub(crate) fn may_access(
        &mut self,
        from: ClassRef,
        named: ClassRef,
        declaring: ClassRef,
        access: u16,
    ) -> bool {
        if access & flag::PUBLIC != 0 || from.id == declaring.id {
            return true;
        }
        let from = from.host.unwrap_or(from);
        if access & flag::PRIVATE != 0 {
            return from.id == declaring.id
                || self.nest_host(from).id == self.nest_host(declaring).id
                || is_magic(from);
        }
        if from.loader == declaring.loader && from.package() == declaring.package() {
            return true;
        }
        // Arrays have a public clone.
        (access & flag::PROTECTED != 0 && (from.is_subtype(declaring) || named.is_array())) || is_magic(from)
    }

    /// The host of a class's nest (JVMS 5.4.4); a claim that the host does not confirm is ignored.
    pub(crate) fn nest_host(&mut self, class: ClassRef) -> ClassRef {
        if let Some(host) = class.nest_host.get() {
            return host;
        }
        let host = if let Some(host) = class.host {
            self.nest_host(host)
        } else {
            self.claimed_host(class).unwrap_or(class)
        };
        class.nest_host.get_or_init(|| host)
    }

    fn claimed_host(&mut self, class: ClassRef) -> Option<ClassRef> {
        let name = class.file()?.nest_host.as_ref()?;
        let host = self.class_named(class, name).ok()?;
        let confirms = host.file()?.nest_members.contains(&class.name);
        let same_package = host.loader == class.loader && host.package() == class.package();
        (confirms && same_package).then_some(host)
    }
}

fn polymorphic(vm: &Vm<'_>, class: ClassRef, name: Symbol) -> Option<MethodRef> {
    if class.loader != Loader::BOOT || !class.name.starts_with("java/lang/invoke/") {
        return None;
    }
    let descriptor = vm.lib.symbols.find("([Ljava/lang/Object;)Ljava/lang/Object;")?;
    let by_name = |m: &&MethodRef| m.name == name && m.is_polymorphic;
    class
        .declared(name, descriptor)
        .filter(|m| m.is_polymorphic)
        .or_else(|| class.methods().iter().find(by_name).copied())
}

/// JVMS 5.4.3.2: the class, its superinterfaces, its superclass.
pub(crate) fn find_field(class: ClassRef, name: Symbol, descriptor: Symbol) -> Option<FieldRef> {
    let own = class.fields().iter().find(|f| f.name == name && f.descriptor == descriptor);
    own.copied()
        .or_else(|| class.interfaces.iter().find_map(|i| find_field(i, name, descriptor)))
        .or_else(|| class.superclass.and_then(|s| find_field(s, name, descriptor)))
}

/// Whether a class is one of those that reflection spins for serialization (until release 23): they may
/// access everything.
fn is_magic(class: ClassRef) -> bool {
    let mut above = class.superclass;
    while let Some(c) = above {
        if c.loader == Loader::BOOT && &*c.name == "jdk/internal/reflect/MagicAccessorImpl" {
            return true;
        }
        above = c.superclass;
    }
    false
}

fn access_word(access: u16) -> &'static str {
    match access & (flag::PRIVATE | flag::PROTECTED) {
        flag::PRIVATE => "private ",
        flag::PROTECTED => "protected ",
        _ => "",
    }
}
