//! Which supertypes a class may have (JVMS 5.3.5, items 3 and 4); checked when it is defined.

use crate::class::{ClassRef, Loader, flag};
use crate::heap::Heap;
use crate::library::Library;
use crate::trap::{Trap, raise_with};
use classfile::ClassFile;

const CHANGED: &str = "java/lang/IncompatibleClassChangeError";

/// A class that is being defined.
pub(crate) struct Child<'a> {
    /// Its name in Java programs, with a `+` for hidden classes.
    pub name: String,
    pub file: &'a ClassFile,
    pub loader: Loader,
    pub is_hidden: bool,
}

impl Library {
    pub(crate) fn check_supertypes(
        &self,
        heap: &Heap,
        child: &Child<'_>,
        superclass: Option<ClassRef>,
        interfaces: &[ClassRef],
    ) -> Result<(), Trap> {
        let name = &child.name;
        if let Some(s) = superclass {
            if s.is_interface() {
                let text = format!("class {name} has interface {} as super class", s.external_name());
                return raise_with(CHANGED, text);
            }
            self.check_sealed(heap, s, child)?;
            if s.access & flag::FINAL != 0 {
                let text = format!("class {name} cannot inherit from final class {}", s.external_name());
                return raise_with(CHANGED, text);
            }
            self.check_final_methods(s, child)?;
        }
        for i in interfaces {
            if !i.is_interface() {
                let text = format!(
                    "class {name} can not implement {}, because it is not an interface ({})",
                    i.external_name(),
                    self.is_in(heap, i)
                );
                return raise_with(CHANGED, text);
            }
            self.check_sealed(heap, i, child)?;
        }
        Ok(())
    }

    /// A sealed class permits only the subclasses it names, in the same module and, unless they are public,
    /// in its package. The class path is one module.
    fn check_sealed(&self, heap: &Heap, parent: ClassRef, child: &Child<'_>) -> Result<(), Trap> {
        let Some(permitted) = parent.file().and_then(|f| f.permitted_subclasses.as_ref()) else {
            return Ok(());
        };
        let (mut name, above) = (child.name.clone(), parent.external_name());
        if child.is_hidden && self.release() >= 25 {
            name = name.replace('+', "/");
        }
        let same_package = package(&child.file.name) == parent.package();
        let is_named = permitted.contains(&child.file.name) && !child.is_hidden;
        let same_module = child.loader == parent.loader;
        if same_module && is_named && (same_package || child.file.access & flag::PUBLIC != 0) {
            return Ok(());
        }
        let loader = |loader| self.loader_name(heap, loader);
        let text = if self.release() < 25 {
            let how = if parent.is_interface() {
                "implement sealed interface"
            } else {
                "inherit from sealed class"
            };
            format!("class {name} cannot {how} {above}")
        } else if !same_module {
            format!(
                "Failed same module check: subclass {name} is in module 'unnamed module' with loader {}, and sealed class {above} is in module '{}' with loader {}",
                loader(child.loader),
                self.module_in_words(parent),
                loader(parent.loader)
            )
        } else if is_named {
            format!(
                "Failed same package check: non-public subclass {name} is in package '{}' with classloader {}, and sealed class {above} is in package '{}' with classloader {}",
                package(&child.file.name).replace('/', "."),
                loader(child.loader),
                parent.package().replace('/', "."),
                loader(parent.loader)
            )
        } else {
            format!(
                "Failed listed permitted subclass check: class {name} is not a permitted subclass of {above}"
            )
        };
        raise_with(CHANGED, text)
    }

    /// JVMS 5.3.5: no method overrides a final one. The class library is not checked.
    fn check_final_methods(&self, superclass: ClassRef, child: &Child<'_>) -> Result<(), Trap> {
        if child.loader == Loader::BOOT {
            return Ok(());
        }
        let finals = superclass.vtable.get().map_or(&[][..], Vec::as_slice);
        let finals = finals.iter().filter(|m| m.access & flag::FINAL != 0);
        let own_package = package(&child.file.name);
        for above in finals {
            let (name, descriptor) = (self.text(above.name), self.text(above.descriptor));
            let overrides = child.file.methods.iter().any(|m| {
                m.access & (flag::STATIC | flag::PRIVATE) == 0
                    && m.name == *name
                    && m.descriptor == *descriptor
            });
            let is_open = above.access & (flag::PUBLIC | flag::PROTECTED) != 0;
            let same_package = above.class.loader == child.loader && above.class.package() == own_package;
            if overrides && (is_open || same_package) {
                let text = format!(
                    "class {} overrides final method {}.{name}{descriptor}",
                    child.name,
                    above.class.external_name()
                );
                return raise_with(CHANGED, text);
            }
        }
        Ok(())
    }
}

/// The package of a class by its internal name.
fn package(name: &str) -> &str {
    name.rfind('/').map_or("", |i| &name[..i])
}
