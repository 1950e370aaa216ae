//! Damaged copies of good inputs.

use fastrand::Rng;

/// Damages bytes in one of several ways: truncated, changed, repeated, left out, numbers made extreme.
pub fn damaged(bytes: &[u8], dice: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.usize(..3) {
        let at = dice.usize(..bytes.len().max(1));
        let length = (1 + dice.usize(..40)).min(bytes.len().saturating_sub(at));
        match dice.usize(..6) {
            0 => bytes.truncate(at),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (at % 8)),
            2 => bytes.iter_mut().skip(at).take(2).for_each(|byte| *byte = 0xff),
            3 => {
                let part = bytes[at..at + length].to_vec();
                bytes.splice(at..at, part);
            }
            4 => drop(bytes.drain(at..at + length)),
            _ => bytes.iter_mut().skip(at).take(4).for_each(|byte| *byte = 0),
        }
    }
    bytes
}

/// Damages a text so that it stays valid UTF-8: words exchanged, repeated, left out, lengthened, symbols
/// inserted.
pub fn garbled(text: &str, dice: &mut Rng) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut words: Vec<String> = Vec::new();
    for c in text.chars() {
        match words.last_mut() {
            Some(word) if is_word(c) && word.chars().all(is_word) => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    for _ in 0..=dice.usize(..3) {
        if words.is_empty() {
            break;
        }
        let (a, b) = (dice.usize(..words.len()), dice.usize(..words.len()));
        match dice.usize(..8) {
            0 => words.swap(a, b),
            1 => drop(words.remove(a)),
            2 => words.insert(b, words[a].clone()),
            3 => words.insert(
                a,
                ["(", "}", "\"", "/*", "\u{0}", "\u{202e}", "99999999999999999999", "é"][b % 8].to_owned(),
            ),
            4 => words[a] = words[a].repeat(1 + b * 50),
            5 => words.truncate(a),
            6 => words[a] = "(".repeat(1 + b * 20),
            _ => words[a] = words[b].clone(),
        }
    }
    words.concat()
}
