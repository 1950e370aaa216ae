//! The contents of `RuntimeVisibleAnnotations` (JVMS §4.7.16), which [`crate::parse`] leaves undecoded.

use crate::Bytes;
use crate::error::{Result, malformed};
use crate::pool::{Constant, Pool};
use crate::reader::Reader;

/// An annotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// The annotation interface by its internal name: `p/Outer$Inner`.
    pub name: String,
    /// Its explicit elements, in order. Elements with their default values are absent.
    pub elements: Vec<(String, ElementValue)>,
}

impl Annotation {
    /// The value of an explicit element.
    pub fn get(&self, element: &str) -> Option<&ElementValue> {
        self.elements.iter().find(|(name, _)| name == element).map(|(_, value)| value)
    }
}

/// A value in an annotation.
#[derive(Debug, Clone, PartialEq)]
pub enum ElementValue {
    /// A number, `char` or `boolean`: the tag and the constant.
    Constant(char, Constant),
    /// A string.
    Text(String),
    /// A constant of an enum, by its name.
    Enum(String),
    /// A class literal: the descriptor of its type, or `V`.
    Class(String),
    /// An annotation.
    Annotation(Annotation),
    /// Several values. A single value written without braces is also one of these.
    Array(Vec<ElementValue>),
}

/// The maximum nesting of annotations: a hostile file must not exhaust the stack.
const DEEPEST: u32 = 64;

/// Reads the annotations of a class, field or method from the raw contents of the attribute.
pub fn annotations(contents: &Bytes, pool: &Pool) -> Result<Vec<Annotation>> {
    let mut reader = Reader::new(contents);
    let count = reader.u16()?;
    let mut found = Vec::with_capacity(reader.plausible(count, 4));
    for _ in 0..count {
        found.push(annotation(&mut reader, pool, 0)?);
    }
    reader.expect_end("the annotations")?;
    Ok(found)
}

fn annotation(reader: &mut Reader<'_>, pool: &Pool, depth: u32) -> Result<Annotation> {
    let offset = reader.offset();
    let descriptor = text(reader, pool)?;
    let Some(name) = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')) else {
        return Err(malformed(offset, "an annotation whose type is not a class"));
    };
    let (name, count) = (name.to_owned(), reader.u16()?);
    let mut elements = Vec::with_capacity(reader.plausible(count, 3));
    for _ in 0..count {
        let name = text(reader, pool)?;
        elements.push((name, value(reader, pool, depth)?));
    }
    Ok(Annotation { name, elements })
}

fn value(reader: &mut Reader<'_>, pool: &Pool, depth: u32) -> Result<ElementValue> {
    let offset = reader.offset();
    if depth > DEEPEST {
        return Err(malformed(offset, "annotations are nested too deeply"));
    }
    Ok(match reader.u8()? {
        tag @ (b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z') => match pool.get(reader.u16()?) {
            Some(constant) => ElementValue::Constant(char::from(tag), *constant),
            None => return Err(malformed(offset, "a value of an annotation that is not in the pool")),
        },
        b's' => ElementValue::Text(text(reader, pool)?),
        b'e' => {
            text(reader, pool)?;
            ElementValue::Enum(text(reader, pool)?)
        }
        b'c' => ElementValue::Class(text(reader, pool)?),
        b'@' => ElementValue::Annotation(annotation(reader, pool, depth + 1)?),
        b'[' => {
            let count = reader.u16()?;
            let mut values = Vec::with_capacity(reader.plausible(count, 3));
            for _ in 0..count {
                values.push(value(reader, pool, depth + 1)?);
            }
            ElementValue::Array(values)
        }
        tag => return Err(malformed(offset, format!("a value of an annotation with the tag {tag}"))),
    })
}

fn text(reader: &mut Reader<'_>, pool: &Pool) -> Result<String> {
    let offset = reader.offset();
    let text = pool.utf8(reader.u16()?).map(str::to_owned);
    text.ok_or_else(|| malformed(offset, "a text of an annotation that is not in the pool"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pool of these texts, from index 1.
    fn pool(texts: &[&str]) -> Pool {
        let mut bytes = (texts.len() as u16 + 1).to_be_bytes().to_vec();
        for text in texts {
            bytes.push(1);
            bytes.extend((text.len() as u16).to_be_bytes());
            bytes.extend(text.as_bytes());
        }
        let bytes = Bytes::from(bytes);
        Pool::read(&mut Reader::new(&bytes), &bytes).expect("a pool of texts is well formed")
    }

    #[test]
    fn an_annotation_is_read_with_arrays_enums_classes_and_nested_annotations() {
        let pool = pool(&["Lp/A;", "id", "1, 0", "expect", "Lp/E;", "YES", "meta", "LM;"]);
        let bytes: &[u8] = &[
            0, 1, 0, 1, 0, 3, // one annotation Lp/A; with three elements
            0, 2, b'[', 0, 2, b's', 0, 3, b'@', 0, 1, 0, 0, // id = { "1, 0", @A }
            0, 4, b'e', 0, 5, 0, 6, // expect = E.YES
            0, 7, b'c', 0, 8, // meta = M.class
        ];
        let found = annotations(&Bytes::from(bytes.to_vec()), &pool).expect("it is well formed");
        let [annotation] = &found[..] else { panic!("one annotation") };
        assert_eq!(annotation.name, "p/A");
        let nested = Annotation { name: "p/A".to_owned(), elements: Vec::new() };
        let ids = vec![ElementValue::Text("1, 0".to_owned()), ElementValue::Annotation(nested)];
        assert_eq!(annotation.get("id"), Some(&ElementValue::Array(ids)));
        assert_eq!(annotation.get("expect"), Some(&ElementValue::Enum("YES".to_owned())));
        assert_eq!(annotation.get("meta"), Some(&ElementValue::Class("LM;".to_owned())));
        assert_eq!(annotation.get("desc"), None);
    }

    #[test]
    fn malformed_annotations_are_errors() {
        let pool = pool(&["Lp/A;", "I"]);
        let mut deep = vec![0, 1, 0, 1, 0, 1, 0, 2];
        deep.extend([b'[', 0, 1].repeat(100));
        for bytes in [vec![], vec![0, 1], vec![0, 1, 0, 2, 0, 0], vec![0, 1, 0, 9, 0, 0], vec![0, 0, 1], deep]
        {
            assert!(annotations(&Bytes::from(bytes.clone()), &pool).is_err(), "{bytes:?}");
        }
    }
}
