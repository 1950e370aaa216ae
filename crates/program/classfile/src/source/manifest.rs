//! The main section of a jar's `META-INF/MANIFEST.MF`, as far as it matters for running the jar.
//!
//! Lines end with CR, LF or both and continue on the next line if that begins with a space. Bytes that are
//! not UTF-8 are replaced, and lines that are not attributes are skipped: a manifest that Java would reject
//! is not worth an error here.

/// The relevant contents of a manifest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The main class, such as `p.Main`.
    pub main_class: Option<String>,
    /// Other jars and directories, as URLs relative to the jar.
    pub class_path: Vec<String>,
    /// Whether `META-INF/versions` applies.
    pub multi_release: bool,
}

impl Manifest {
    /// Reads the main section.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut manifest = Self::default();
        for line in main_section(bytes) {
            let line = String::from_utf8_lossy(&line);
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "main-class" => manifest.main_class = Some(value.replace('/', ".")),
                "class-path" => manifest.class_path = value.split_whitespace().map(str::to_owned).collect(),
                "multi-release" => manifest.multi_release = value.eq_ignore_ascii_case("true"),
                _ => {}
            }
        }
        manifest
    }
}

/// The lines up to the first empty one, with continuations joined as bytes, since a line may break inside a
/// character.
fn main_section(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        rest = after.strip_prefix(b"\r\n").or_else(|| after.get(1..)).unwrap_or_default();
        match (line.strip_prefix(b" "), lines.last_mut()) {
            (Some(more), Some(last)) => last.extend(more),
            _ if line.is_empty() => break,
            _ => lines.push(line.to_vec()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_attributes_whatever_their_case_and_line_ends() {
        for end in ["\n", "\r\n", "\r"] {
            let text = [
                "Manifest-Version: 1.0",
                "MAIN-class: p.Main",
                "Multi-Release: TRUE",
                "Class-Path: a.jar  b/",
                "",
            ];
            let manifest = Manifest::parse(text.join(end).as_bytes());
            assert_eq!(manifest.main_class.as_deref(), Some("p.Main"), "{end:?}");
            assert_eq!(manifest.class_path, ["a.jar", "b/"], "{end:?}");
            assert!(manifest.multi_release, "{end:?}");
        }
    }

    #[test]
    fn a_line_that_begins_with_a_space_continues_the_one_before_even_inside_a_character() {
        let manifest = Manifest::parse(b"Class-Path: long.j\r\n ar caf\xC3\r\n \xA9.jar\r\n");
        assert_eq!(manifest.class_path, ["long.jar", "café.jar"]);
    }

    #[test]
    fn later_sections_do_not_count() {
        let manifest =
            Manifest::parse(b"Manifest-Version: 1.0\n\nName: p/\nMain-Class: p.Wrong\nMulti-Release: true\n");
        assert_eq!(manifest, Manifest::default());
    }
}
