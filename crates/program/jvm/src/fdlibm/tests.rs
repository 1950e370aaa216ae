//! Compares the functions with results of the real `java`.
//!
//! `tests/data/strict-math.txt` has lines `FUNCTION ARGUMENT… RESULT` in hexadecimal, recorded on JDK 17 (25
//! gives the same results) by `tests/java/StrictMathPairs.java`: made-up arguments, some on which `libm`
//! differs, the doubles nearest to multiples of π/2, and some that detect a shifted bound or a lost term of
//! an algorithm. Set `STRICT_MATH_PAIRS` to the path of a longer recording to compare with that one.

use super::*;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

/// A function of StrictMath.
fn evaluate(function: &str, arguments: &[f64]) -> f64 {
    match (function, arguments) {
        ("sin", &[x]) => sin(x),
        ("cos", &[x]) => cos(x),
        ("tan", &[x]) => tan(x),
        ("asin", &[x]) => asin(x),
        ("acos", &[x]) => acos(x),
        ("atan", &[x]) => atan(x),
        ("log", &[x]) => log(x),
        ("log10", &[x]) => log10(x),
        ("log1p", &[x]) => log1p(x),
        ("expm1", &[x]) => expm1(x),
        ("sinh", &[x]) => sinh(x),
        ("cosh", &[x]) => cosh(x),
        ("tanh", &[x]) => tanh(x),
        ("sqrt", &[x]) => x.sqrt(),
        ("atan2", &[y, x]) => atan2(y, x),
        ("IEEEremainder", &[x, y]) => remainder(x, y),
        _ => panic!("{function} of {arguments:?}"),
    }
}

fn recording() -> Box<dyn BufRead> {
    match std::env::var_os("STRICT_MATH_PAIRS") {
        Some(path) => Box::new(BufReader::new(std::fs::File::open(path).unwrap())),
        None => Box::new(&include_bytes!("../../tests/data/strict-math.txt")[..]),
    }
}

#[test]
fn every_function_answers_what_java_answers_bit_for_bit() {
    let mut counts = BTreeMap::new();
    for line in recording().lines() {
        let line = line.unwrap();
        let mut words = line.split(' ');
        let function = words.next().unwrap();
        let numbers = words.map(|word| f64::from_bits(u64::from_str_radix(word, 16).unwrap()));
        let numbers: Vec<f64> = numbers.collect();
        let (expected, arguments) = numbers.split_last().unwrap();
        let answered = evaluate(function, arguments);
        let same = answered.to_bits() == expected.to_bits() || answered.is_nan() && expected.is_nan();
        assert!(same, "{function}{arguments:?} is {answered:?}, and in Java {expected:?}: {line}");
        *counts.entry(function.to_owned()).or_insert(0) += 1;
    }
    let complete = counts.len() == 16 && counts.values().all(|count| *count >= 100);
    assert!(complete, "the recording lacks functions or arguments: {counts:?}");
}
