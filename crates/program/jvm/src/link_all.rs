//! Links every class of a JDK: a check of loading, linking and decoding on a large body of code.

use crate::class::Loader;
use crate::code::Code;
use crate::library::Library;
use crate::trap::Trap;

/// A class or method that could not be linked or decoded.
#[derive(Debug, Clone)]
pub struct LinkFailure {
    /// The class, and the method if it was one.
    pub what: String,
    /// Why.
    pub reason: String,
}

/// Links the classes with these internal names and decodes all their methods. Returns the number of methods,
/// and the failures.
pub fn link_all<'a>(
    lib: &'static Library,
    names: impl Iterator<Item = &'a str>,
) -> Result<(usize, Vec<LinkFailure>), crate::BootError> {
    let mut state = crate::boot(lib, &crate::Options::default())?;
    let (mut methods, mut failures) = (0, Vec::new());
    for name in names {
        let class = match lib.class(&mut state.heap, Loader::BOOT, name) {
            Ok(class) => class,
            Err(trap) => {
                failures.push(LinkFailure { what: name.to_owned(), reason: reason(&trap) });
                continue;
            }
        };
        for method in class.methods().iter().filter(|m| m.file().is_some_and(|m| m.code.is_some())) {
            methods += 1;
            if let Err(trap) = Code::of(method) {
                let what = format!("{name}.{}{}", lib.text(method.name), lib.text(method.descriptor));
                failures.push(LinkFailure { what, reason: reason(&trap) });
            }
        }
    }
    Ok((methods, failures))
}

fn reason(trap: &Trap) -> String {
    match trap {
        Trap::Raise(class, message) => format!("{class}: {}", message.as_deref().unwrap_or("")),
        other => format!("{other:?}"),
    }
}
