//! No input crashes the parser: long, deep, truncated, mutated and random texts.

use super::{bad, good, in_thread, tree};
use crate::lexer::MAX_TOKENS;
use crate::parser::{MAX_DEPTH, MAX_SOURCE, parse};
use fastrand::Rng;
use std::time::{Duration, Instant};

/// A test that uses every construct of the language.
const EVERYTHING: &str = "Java all+of-it\n\"What it is\"\nCycle=Rfe\n(* a (* b *) *)\n{ x = 0; int y = -1; [z] = 0x10; \
volatile int v = 1; volatile w; int a[2] = {1, -2}; int b[3]; monitor m, n; 0:X=x; Thread1:Y=y; P1:r9=5; \
long big = -9223372036854775808L; class F { final int f = 1; volatile long v, h; boolean g; F next; int[] a; F(int n, F o) \
{ this(); this.next = o; s = this; return; } F() { } } F p; volatile F s = null; int[] t }\n\
Thread0 { // first\n int r1 = X.getAcquire(), r2; boolean t = !true;\n x++; x -= -2147483648; a[r1 + 1] = ~3; \
a[0].setOpaque(1);\n if (r1 == 1 && r2 != 2 || t) { Y.set(1); } else if (r2) x = 1; else ;\n while (r1 < 5) \
{ r1 = (r1 ^ 1) * 2 % 3; break; }\n do { fullFence(); VarHandle.acquireFence(); } while (a[1] >= 0);\n \
synchronized (m) { assert r1 == 1 : \"é\"; print(r1); System.out.println(r1); }\n start Thread1; join T1; \
Thread1.start(); T1.join(); return;\n}\nThread1 { X.weakCompareAndSetPlain(0, Y.getAndAdd(1) | 1); long l = (int) 0xFFL + -1L; F q = new F(1, null); \
q.next.f++; q.a[0] = q.a.length; int[] s = new int[]{1, 2}, u = new int[2], w = {3}; p = q; if (p != null) throw; \
q.g.setRelease(2); new F(); throw new RuntimeException(); }\n\
locations [ x; 0:r1; a[1]; ]\nfilter x=1 \\/ true\n~exists (0:r1=1 /\\ P0:r2!=2 \\/ [x]=1 => a[1]=2 && \
0:r1=1:r2 && 1:q=null /\\ 1:l=0xFFFFFFFFFFL) /* é */\n";

/// Parses, renders an error as a user would see it, and checks what holds for every result.
fn survives(source: &str) {
    match parse("t", source) {
        Ok(test) => assert!(tree::depth(&test) <= MAX_DEPTH),
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            assert!(error.to_string().len() < 2000, "{error}");
        }
    }
}

#[test]
fn a_valid_file_cut_at_any_byte_is_an_error_or_a_test() {
    good(EVERYTHING);
    let mut wrong = 0;
    for end in 0..EVERYTHING.len() {
        let text = String::from_utf8_lossy(&EVERYTHING.as_bytes()[..end]);
        survives(&text);
        wrong += usize::from(parse("t", &text).is_err());
    }
    assert!(wrong > EVERYTHING.len() / 2);
}

#[test]
fn random_bytes_are_refused_without_a_panic() {
    let mut random = Rng::with_seed(1);
    for _ in 0..3000 {
        let length = random.usize(..200);
        let bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
        survives(&String::from_utf8_lossy(&bytes));
        survives(&format!("Java T {{ {}", String::from_utf8_lossy(&bytes)));
        survives(&in_thread(&String::from_utf8_lossy(&bytes)));
    }
}

#[test]
fn random_words_of_the_language_are_parsed_without_a_panic() {
    let words: Vec<&str> = EVERYTHING.split_whitespace().collect();
    let mut random = Rng::with_seed(2);
    for _ in 0..3000 {
        let length = random.usize(..60);
        let text: Vec<&str> = (0..length).map(|_| words[random.usize(..words.len())]).collect();
        survives(&in_thread(&text.join(" ")));
        survives(&format!("Java T {{ {}", text.join(" ")));
        survives(&format!("Java T {{}} Thread0 {{}} exists {}", text.join(" ")));
    }
}

#[test]
fn mutated_tests_are_parsed_without_a_panic() {
    let mut random = Rng::with_seed(3);
    for _ in 0..5000 {
        let mut bytes = EVERYTHING.as_bytes().to_vec();
        for _ in 0..=random.usize(..3) {
            let (at, other) = (random.usize(..bytes.len()), random.usize(..bytes.len()));
            match random.usize(..4) {
                0 => bytes[at] = random.u8(..),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[other]),
                _ => bytes.swap(at, other),
            }
        }
        survives(&String::from_utf8_lossy(&bytes));
    }
}

/// `n` times the same text.
fn times(text: &str, n: usize) -> String {
    text.repeat(n)
}

/// Programs of a depth that grows with `n`, one for each way to nest or chain.
fn deep(n: usize) -> Vec<String> {
    let chain = |operator: &str| format!("r = 1{};", times(&format!(" {operator} 1"), n));
    let bodies = vec![
        times("{ ", n) + &times("}", n),
        times("if (x) ", n) + ";",
        times("if (x) ; else ", n) + ";",
        times("while (x) ", n) + ";",
        times("do ", n) + ";" + &times(" while (x);", n),
        times("synchronized (m) { ", n) + &times("}", n),
        format!("r = {}1{};", times("(", n), times(")", n)),
        format!("r = {}x;", times("- ", n)),
        format!("r = {}x;", times("!", n)),
        format!("r = {}x;", times("~ + ", n)),
        format!("r = {}1{};", times("a[", n), times("]", n)),
        format!("a[{}1{}] = 1;", times("a[", n), times("]", n)),
        format!("X.set({}1{});", times("X.getAndAdd(", n), times(")", n)),
        format!("r = {}1{};", times("1 || 1 && 1 | 1 ^ 1 & 1 == 1 < 1 + 1 * (", n), times(")", n)),
        format!("r = {}1{};", times("(1 + ", n), times(") + 1", n)),
        format!("x += 1{};", times(" * 1", n)),
        chain("+"),
        chain("*"),
        chain("&&"),
        chain("=="),
        format!("r = a[1{}];", times(" + 1", n)),
        format!("r = q{};", times(".next", n)),
        format!("q{} = 1;", times(".next", n)),
        format!("q{}++;", times(".next", n)),
        format!("r = q{};", times("[0]", n)),
        format!("r = {}null{};", times("new F(", n), times(")", n)),
        format!("{}{};", times("new F(", n), times(")", n)),
        format!("r = {}1{};", times("new int[]{", n), times("}", n)),
        format!("r = {}1;", times("(int) ", n)),
        format!("this({}1{});", times("-(", n), times(")", n)),
        format!("X.set(1{});", times(" + 1", n)),
    ];
    let props = vec![
        times("(", n) + "x=1" + &times(")", n),
        times("~", n) + "x=1",
        times("not ", n) + "x!=1",
        times("x=1 => ", n) + "x=1",
        times("x=1 /\\ ", n) + "x=1",
        times("x=1 \\/ ", n) + "x!=1",
        times("(x=1 \\/ x=1 /\\ x=1 => ~", n) + "x=1" + &times(")", n),
    ];
    let whole = |prop: String| format!("Java T {{}} Thread0 {{}} filter {prop} exists {prop}");
    bodies.iter().map(|body| in_thread(body)).chain(props.into_iter().map(whole)).collect()
}

#[test]
fn deep_nesting_and_long_chains_of_every_kind_are_refused() {
    for n in [250, 100_000] {
        for source in deep(n) {
            let error = bad(&source);
            assert_eq!(error.message, "nested too deeply: more than 200 levels", "{error}");
            assert!(error.hint.is_some());
        }
    }
}

#[test]
fn every_tree_is_parsed_and_dropped_within_one_megabyte_of_stack() {
    let parse_all = || (190..=MAX_DEPTH + 2).flat_map(deep).for_each(|source| drop(parse("t", &source)));
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(parse_all).unwrap();
    thread.join().unwrap();
}

#[test]
fn no_tree_is_deeper_than_the_limit() {
    for source in (1..=MAX_DEPTH + 2).flat_map(deep) {
        if let Ok(test) = parse("t", &source) {
            assert!(tree::depth(&test) <= MAX_DEPTH, "{source}");
        }
    }
}

#[test]
fn what_is_only_wide_is_accepted() {
    good(&in_thread(&times("x = 1; ", 10_000)));
    good(&in_thread(&format!("r = 1{};", times(" + 1", 190))));
    good(&in_thread(&(times("{ ", 190) + &times("}", 190))));
    good(&format!("Java T {{ {} }} Thread0 {{}}", times("x = 1; ", 10_000)));
}

#[test]
fn ten_megabytes_on_one_line_take_well_under_a_second() {
    let size = 10 << 20;
    let lines = [
        times(" ", size),
        times("z", size),
        times("1", size),
        times("(", size),
        times("{", size),
        times("(*", size / 2),
        times("x = 1; ", size / 7),
        times("\u{2603}", size / 3),
        format!("/*{}*/", times("*", size)),
        format!("//{}", times("/", size)),
        format!("(*{}*)", times("(", size)),
        format!("assert x : \"{}", times("\\", size)),
    ];
    for line in lines {
        for source in [line.clone(), format!("Java {line}"), format!("Java A {line}"), in_thread(&line)] {
            let start = Instant::now();
            survives(&source);
            let limit = Duration::from_millis(if cfg!(debug_assertions) { 3000 } else { 700 });
            assert!(start.elapsed() < limit, "{:?} for {}", start.elapsed(), &source[..20]);
        }
    }
}

#[test]
fn files_and_token_lists_have_a_largest_size() {
    let error = bad(&format!("Java A {{}}{}", times(" ", MAX_SOURCE)));
    assert_eq!(error.message, "the file is larger than 16 MiB");
    let error = bad(&in_thread(&times(";", MAX_TOKENS)));
    assert_eq!(error.message, "the file has more than 1000000 words and symbols");
    let at_the_limit = MAX_TOKENS - "{ x = 0 ; } Thread0 { }".split(' ').count();
    good(&in_thread(&times(";", at_the_limit)));
    bad(&in_thread(&times(";", at_the_limit + 1)));
}
