//! Damaged class files are rejected or read, but never panic; a truncated class file is always rejected.

use crate::support;

use classfile::{Bytes, parse};
use fastrand::Rng;
use support::class_builder::rich_class;
use support::promises::assert_promises;

fn check_prefixes(name: &str, whole: &[u8]) {
    for length in 0..whole.len() {
        match parse(Bytes::from(&whole[..length])) {
            Ok(_) => panic!("{name} cut off after {length} of {} bytes was accepted", whole.len()),
            Err(error) => assert!(error.offset <= length, "{name} cut off after {length}: {error}"),
        }
    }
    assert!(parse(Bytes::from(whole)).is_ok(), "{name} itself");
    assert!(parse(Bytes::from([whole, &[0]].concat())).is_err(), "{name} with a byte too many");
}

/// Damages the class many times; returns how often it was still accepted.
fn damage(whole: &[u8], times: usize, seed: u64) -> usize {
    let mut random = Rng::with_seed(seed);
    let mut accepted = 0;
    for _ in 0..times {
        let mut bytes = whole.to_vec();
        support::damage(&mut random, &mut bytes);
        match parse(Bytes::from(bytes)) {
            Ok(class) => {
                assert_promises(&class);
                accepted += 1;
            }
            Err(error) => assert!(error.offset <= whole.len() && !error.reason.is_empty(), "{error}"),
        }
    }
    accepted
}

#[test]
fn every_prefix_of_a_class_is_refused_at_an_offset_inside_it() {
    check_prefixes("the rich class", &rich_class().build());
    let jdk = support::jdk();
    for name in ["java/lang/Integer$IntegerCache", "java/util/concurrent/TimeUnit", "java/lang/Runnable"] {
        let found = jdk.find_class(name).unwrap().expect("a class of every JDK");
        check_prefixes(name, &found.bytes);
    }
}

#[test]
fn a_class_damaged_twenty_thousand_times_never_panics() {
    let accepted = damage(&rich_class().build(), 20_000, 1);
    // If everything or nothing were accepted, this would not test what it should.
    assert!((100..15_000).contains(&accepted), "{accepted} of 20000 accepted");
}

#[test]
fn classes_of_the_jdk_damaged_twenty_thousand_times_never_panic() {
    let jdk = support::jdk();
    let names =
        ["java/lang/Object", "java/util/HashMap", "java/lang/Thread$State", "java/util/stream/Collectors"];
    for (seed, name) in (2..).zip(names) {
        let found = jdk.find_class(name).unwrap().expect("a class of every JDK");
        let accepted = damage(&found.bytes, 5_000, seed);
        assert!((100..4_900).contains(&accepted), "{name}: {accepted} of 5000 accepted");
    }
}
