//! Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A) and their permitted combinations.
//!
//! The rules are those that HotSpot enforces for application classes; bits without a meaning are ignored.

use access::*;

/// The bits of `access_flags`.
#[expect(missing_docs, reason = "the names are those of the JVMS")]
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    /// For classes.
    pub const SUPER: u16 = 0x0020;
    /// For methods.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// For fields.
    pub const VOLATILE: u16 = 0x0040;
    /// For methods.
    pub const BRIDGE: u16 = 0x0040;
    /// For fields.
    pub const TRANSIENT: u16 = 0x0080;
    /// For methods.
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const STRICT: u16 = 0x0800;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    /// For `module-info`.
    pub const MODULE: u16 = 0x8000;
    /// For parameters.
    pub const MANDATED: u16 = 0x8000;
}

/// A description of the rule that the flags violate.
pub(crate) type Broken = &'static str;

/// The context in which the flags of a member are judged.
#[derive(Clone, Copy)]
pub(crate) struct Owner {
    pub(crate) access: u16,
    pub(crate) major: u16,
}

impl Owner {
    pub(crate) fn is_interface(self) -> bool {
        self.access & INTERFACE != 0
    }
}

fn first_broken(rules: &[(bool, Broken)]) -> Result<(), Broken> {
    rules.iter().find(|(broken, _)| *broken).map_or(Ok(()), |(_, rule)| Err(rule))
}

/// Checks the flags of a class that is not `module-info`.
pub(crate) fn check_class(access: u16, major: u16) -> Result<(), Broken> {
    let has = |flags: u16| access & flags != 0;
    let interface = has(INTERFACE);
    first_broken(&[
        (has(ABSTRACT) && has(FINAL), "a class or interface cannot be both abstract and final"),
        // Compilers before Java 6 left the flag out.
        (interface && !has(ABSTRACT) && major >= 50, "an interface must be abstract"),
        (interface && has(FINAL), "an interface cannot be final"),
        (
            interface && major >= 49 && has(SUPER | ENUM),
            "an interface can have neither ACC_SUPER nor ACC_ENUM",
        ),
        (!interface && major >= 49 && has(ANNOTATION), "an annotation must be an interface"),
    ])
}

fn has_two_visibilities(access: u16) -> bool {
    (access & (PUBLIC | PRIVATE | PROTECTED)).count_ones() > 1
}

/// Checks the flags of a field.
pub(crate) fn check_field(access: u16, owner: Owner) -> Result<(), Broken> {
    let has = |flags: u16| access & flags != 0;
    if owner.is_interface() {
        let needed = PUBLIC | STATIC | FINAL;
        return first_broken(&[
            (access & needed != needed, "a field of an interface must be public, static and final"),
            (has(PRIVATE | PROTECTED), "a field of an interface is public and nothing else"),
            (has(VOLATILE | TRANSIENT), "a field of an interface can be neither volatile nor transient"),
            (owner.major >= 49 && has(ENUM), "a field of an interface cannot be an enum constant"),
        ]);
    }
    first_broken(&[
        (has_two_visibilities(access), "a field has one visibility"),
        (has(FINAL) && has(VOLATILE), "a field cannot be both final and volatile"),
    ])
}

/// Checks the flags of a method named `name`.
pub(crate) fn check_method(name: &str, access: u16, owner: Owner) -> Result<(), Broken> {
    let has = |flags: u16| access & flags != 0;
    if name == "<clinit>" {
        // The other flags of `<clinit>` have no meaning (JVMS §4.6); before Java 7 not even this one had.
        return first_broken(&[(owner.major >= 51 && !has(STATIC), "<clinit> must be static")]);
    }
    if owner.is_interface() {
        return check_interface_method(name, access, owner.major);
    }
    let strict = if owner.major < 61 { STRICT } else { 0 };
    let never_abstract = FINAL | NATIVE | PRIVATE | STATIC;
    let never_abstract =
        if owner.major >= 49 { never_abstract | SYNCHRONIZED | strict } else { never_abstract };
    let never_init = STATIC | FINAL | SYNCHRONIZED | NATIVE | ABSTRACT;
    let never_init = if owner.major >= 49 { never_init | BRIDGE } else { never_init };
    first_broken(&[
        (has_two_visibilities(access), "a method has one visibility"),
        (name == "<init>" && has(never_init), "a flag of this <init> is not allowed on an <init>"),
        (has(ABSTRACT) && has(never_abstract), "a flag of this method is not allowed on an abstract method"),
    ])
}

fn check_interface_method(name: &str, access: u16, major: u16) -> Result<(), Broken> {
    let has = |flags: u16| access & flags != 0;
    let unwanted = has(PROTECTED | FINAL | SYNCHRONIZED | NATIVE);
    let strict = if major < 61 { STRICT } else { 0 };
    first_broken(&[
        (name == "<init>", "an interface has no <init>"),
        (major >= 52 && has(PUBLIC) == has(PRIVATE), "a method of an interface is either public or private"),
        (
            major >= 49 && unwanted,
            "a method of an interface can be neither protected, final, synchronized nor native",
        ),
        (
            major >= 52 && has(ABSTRACT) && has(PRIVATE | STATIC | strict),
            "an abstract method of an interface can be neither private, static nor strictfp",
        ),
        (
            major < 52 && (!has(PUBLIC) || !has(ABSTRACT) || has(STATIC | FINAL | NATIVE)),
            "before version 52 a method of an interface must be public and abstract",
        ),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASS: Owner = Owner { access: SUPER, major: 61 };
    const INTERFACE_17: Owner = Owner { access: INTERFACE | ABSTRACT, major: 61 };
    const INTERFACE_7: Owner = Owner { access: INTERFACE | ABSTRACT, major: 51 };

    #[test]
    fn classes_are_judged_by_kind_and_version() {
        assert!(check_class(PUBLIC | SUPER, 61).is_ok());
        assert!(check_class(INTERFACE | ABSTRACT | ANNOTATION, 61).is_ok());
        assert!(check_class(INTERFACE, 49).is_ok(), "old compilers left ACC_ABSTRACT out");
        assert!(check_class(INTERFACE | ABSTRACT | SUPER, 48).is_ok());
        for bad in [
            ABSTRACT | FINAL,
            INTERFACE,
            INTERFACE | ABSTRACT | SUPER,
            INTERFACE | ABSTRACT | FINAL,
            ANNOTATION,
        ] {
            assert!(check_class(bad, 61).is_err(), "{bad:#x}");
        }
    }

    #[test]
    fn fields_of_interfaces_are_public_static_final() {
        assert!(check_field(PUBLIC | STATIC | FINAL | SYNTHETIC, INTERFACE_17).is_ok());
        for bad in [PUBLIC | STATIC, STATIC | FINAL, PUBLIC | STATIC | FINAL | TRANSIENT] {
            assert!(check_field(bad, INTERFACE_17).is_err(), "{bad:#x}");
        }
        assert!(check_field(PRIVATE | VOLATILE, CLASS).is_ok());
        for bad in [PUBLIC | PRIVATE, FINAL | VOLATILE] {
            assert!(check_field(bad, CLASS).is_err(), "{bad:#x}");
        }
    }

    #[test]
    fn default_methods_come_with_version_52() {
        for access in [PUBLIC, PRIVATE, PUBLIC | STATIC, PRIVATE | STATIC | SYNTHETIC] {
            assert!(check_method("f", access, INTERFACE_17).is_ok(), "{access:#x}");
            assert!(check_method("f", access, INTERFACE_7).is_err(), "{access:#x}");
        }
        assert!(check_method("f", PUBLIC | ABSTRACT, INTERFACE_7).is_ok());
        for bad in [0, PUBLIC | PRIVATE, PUBLIC | NATIVE, PRIVATE | ABSTRACT, PUBLIC | SYNCHRONIZED] {
            assert!(check_method("f", bad, INTERFACE_17).is_err(), "{bad:#x}");
        }
    }

    #[test]
    fn initializers_and_abstract_methods_have_few_flags() {
        assert!(check_method("<init>", PRIVATE | VARARGS, CLASS).is_ok());
        assert!(check_method("<init>", STATIC, CLASS).is_err());
        assert!(check_method("<init>", PUBLIC, INTERFACE_17).is_err());
        assert!(check_method("<clinit>", STATIC, INTERFACE_17).is_ok());
        assert!(check_method("<clinit>", 0, CLASS).is_err());
        assert!(check_method("f", ABSTRACT | PROTECTED, CLASS).is_ok());
        assert!(check_method("f", ABSTRACT | FINAL, CLASS).is_err());
        assert!(check_method("f", ABSTRACT | STRICT, Owner { major: 60, ..CLASS }).is_err());
        assert!(check_method("f", ABSTRACT | STRICT, CLASS).is_ok(), "strictfp means nothing since Java 17");
    }
}
