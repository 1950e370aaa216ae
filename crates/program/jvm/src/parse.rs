//! Reading class files for a JDK's release: its newest version, and its error messages (JVMS 4.1, 4.8).

use crate::trap::{NO_CLASS, Trap, raise_with};
use classfile::{Bytes, ClassFile};

const UNSUPPORTED: &str = "java/lang/UnsupportedClassVersionError";

/// Reads a class file; `wanted` is the expected name, if known.
pub(crate) fn parse(bytes: Bytes, wanted: Option<&str>, release: u16) -> Result<ClassFile, Trap> {
    let name = wanted.unwrap_or("<Unknown>").to_owned();
    let number = |at: usize| bytes.get(at..at + 2).map(|b| u16::from_be_bytes([b[0], b[1]]));
    let version = number(6).zip(number(4));
    match classfile::parse(bytes.clone()) {
        Ok(file) if file.major > release + 44 => newer(&file.name, (file.major, file.minor), release),
        Ok(file) => Ok(file),
        Err(error) => {
            // The name is checked as soon as it is read.
            if let Some(wanted) = wanted
                && let Some(name) = error.class.as_deref().filter(|&name| name != wanted)
            {
                return wrong_name(wanted, name);
            }
            let name = error.class.clone().unwrap_or(name);
            let text = if bytes.len() < 8 {
                "Truncated class file".to_owned()
            } else if bytes[..4] != [0xca, 0xfe, 0xba, 0xbe] {
                let magic = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                format!("Incompatible magic value {magic} in class file {name}")
            } else if error.reason.starts_with("truncated") {
                "Truncated class file".to_owned()
            } else if error.reason.ends_with("at the end of the class file") {
                format!("Extra bytes at the end of class file {name}")
            } else if error.reason.starts_with("the constant pool has not even") {
                format!("Illegal constant pool size 0 in class file {name}")
            } else if let Some(tag) = error.reason.strip_suffix(" is not a tag of a constant") {
                format!("Unknown constant tag {tag} in class file {name}")
            } else {
                match version {
                    Some(version) if error.offset <= 6 => return bad_version(&name, version, release),
                    _ => error.to_string(),
                }
            };
            raise_with("java/lang/ClassFormatError", text)
        }
    }
}

/// The error for a class file that holds another class than the expected one.
pub(crate) fn wrong_name<T>(wanted: &str, name: &str) -> Result<T, Trap> {
    raise_with(NO_CLASS, format!("{wanted} (wrong name: {name})"))
}

/// Checks the version: a class may be as new as the JDK; one with preview features must be exactly as new,
/// and they must be `allowed`.
pub(crate) fn check_preview(
    file: &ClassFile,
    wanted: Option<&str>,
    release: u16,
    allowed: bool,
) -> Result<(), Trap> {
    let (name, newest) = (wanted.unwrap_or("<Unknown>"), 44 + release);
    if file.minor != u16::MAX || (allowed && file.major == newest) {
        return Ok(());
    }
    let version = format!("class file version {}.{}", file.major, file.minor);
    let text = if file.major == newest {
        format!(
            "Preview features are not enabled for {name} ({version}). Try running with '--enable-preview'"
        )
    } else {
        format!(
            "{name} ({version}) was compiled with preview features that are unsupported. This version of the Java Runtime only recognizes preview features for class file version {newest}.65535"
        )
    };
    raise_with(UNSUPPORTED, text)
}

fn newer<T>(name: &str, (major, minor): (u16, u16), release: u16) -> Result<T, Trap> {
    let text = format!(
        "{name} has been compiled by a more recent version of the Java Runtime (class file version {major}.{minor}), this version of the Java Runtime only recognizes class file versions up to {}.0",
        release + 44
    );
    raise_with(UNSUPPORTED, text)
}

fn bad_version<T>(name: &str, (major, minor): (u16, u16), release: u16) -> Result<T, Trap> {
    if major > release + 44 {
        return newer(name, (major, minor), release);
    }
    let what = if major < 45 { "major version" } else { "non-zero minor version" };
    let text = format!("{name} (class file version {major}.{minor}) was compiled with an invalid {what}");
    raise_with(UNSUPPORTED, text)
}
