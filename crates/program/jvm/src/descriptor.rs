//! Descriptors (JVMS 4.3), already known to be well-formed.

use crate::class::Kind;

/// The kinds of the parameters and of the result.
pub(crate) fn kinds(descriptor: &str) -> (Vec<Kind>, Kind) {
    let (parameters, returns) = split(descriptor);
    (parameters.iter().map(|p| Kind::of(p)).collect(), Kind::of(returns))
}

/// The descriptors of the parameters and of the result.
pub(crate) fn split(descriptor: &str) -> (Vec<&str>, &str) {
    let mut parameters = Vec::new();
    let (inside, returns) = descriptor[1..].split_once(')').unwrap_or(("", "V"));
    let mut rest = inside;
    while !rest.is_empty() {
        let dimensions = rest.bytes().take_while(|&b| b == b'[').count();
        let length = if rest.as_bytes().get(dimensions) == Some(&b'L') {
            rest.find(';').map_or(rest.len(), |i| i + 1)
        } else {
            (dimensions + 1).min(rest.len())
        };
        let (first, others) = rest.split_at(length);
        parameters.push(first);
        rest = others;
    }
    (parameters, returns)
}

/// The internal name of the class that a field descriptor denotes: `Ljava/lang/String;` → `java/lang/String`;
/// arrays are unchanged.
pub(crate) fn class_name(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').map_or(descriptor, |d| d.trim_end_matches(';'))
}

/// The type as in Java source: `int[]`, `java.lang.String`.
pub(crate) fn external(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let name = match Kind::of(element).primitive() {
        Some((name, _, _)) => name.to_owned(),
        None => class_name(element).replace('/', "."),
    };
    name + &"[]".repeat(dimensions)
}

/// A method as in HotSpot's messages: `int p.C.m(java.lang.String, int)`.
pub(crate) fn external_method(class: &str, name: &str, descriptor: &str) -> String {
    let (parameters, returns) = split(descriptor);
    let parameters: Vec<String> = parameters.iter().map(|p| external(p)).collect();
    format!("{} {}.{}({})", external(returns), class.replace('/', "."), name, parameters.join(", "))
}
