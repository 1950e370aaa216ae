//! Bad programs: the place, what is wrong, a hint; and no text makes the parser panic.

fn error(source: &str) -> String {
    match stages::parse("p.stages", source) {
        Ok(_) => panic!("accepted: {source}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_have_a_place_and_a_hint() {
    for (source, place, what) in [
        ("process P { r = y; }", "1:17", "`y` is neither shared nor a register"),
        ("init x = 0;\nprocess P { Jump 9; }", "2:18", "there is no label `9`"),
        ("init x = 0;\nprocess P { Move x <- 1; }", "2:18", "`x` is a shared location, not a register"),
        ("init x = 0;\nprocess P { x = 1 }", "2:19", "expected `;`, found `}`"),
        ("init x = 0, x = 1;", "1:13", "`x` is declared twice"),
        ("init x = 0;\nprocess P { x = 1;", "2:19", "the block has no end"),
        (
            "init x = 0; process P { r = x; } process Q { r = x; } final r == 1;",
            "1:61",
            "several processes have a register `r`",
        ),
        ("init x = 0; process P { Move r <- x; }", "1:35", "an instruction computes with registers only"),
        ("x", "1:1", "`x` does not begin a declaration"),
        ("init x = 0;", "1:1", "the program has no process"),
        ("process P { r = 99999999999999999999; }", "1:17", "the number is too large"),
        ("process P { r = 0x12; }", "1:17", "this is not a number"),
        ("process P { x = 1; }\ninit x = 0;", "2:6", "`x` is a register of process `P` above"),
        ("init x = 0; process P { if (x = 1) {} }", "1:31", "`=` assigns"),
        ("init x = 0; process P { else x = 1; }", "1:25", "`else` without `if`"),
        ("init if = 0;", "1:6", "`if` has a meaning of its own"),
        ("process while { }", "1:9", "`while` has a meaning of its own"),
        ("process P { # }", "1:13", "unexpected character `#`"),
        ("init x = 0; process P { @release { x = 1; } }", "1:34", "a block has no attributes"),
        ("init x = 0, p = &y; process P { x = 1; }", "1:18", "`y` is not a shared location"),
    ] {
        let text = error(source);
        assert!(text.starts_with(&format!("p.stages:{place}: error: {what}")), "{source}: {text}");
    }
}

/// Locations may point to each other, whichever is declared first.
#[test]
fn locations_hold_addresses_of_later_ones() {
    let source = "init p = &x, q = &q, x = 0; process P { r = p; }";
    let program = stages::parse("p", source).unwrap_or_else(|error| panic!("{error}"));
    let initial: Vec<i64> = program.locations.iter().map(|it| it.initial).collect();
    assert_eq!(initial, [stages::address_of(2), stages::address_of(1), 0]);
}

#[test]
fn there_are_at_most_64_claims() {
    let claims = |n| format!("init x = 0; process P {{ x = 1; }} {}", "always x < 2;".repeat(n));
    assert!(stages::parse("p", &claims(64)).is_ok());
    assert!(error(&claims(65)).contains("more than 64 claims"));
}

/// Mutations of a correct program: each is accepted or refused, none panics.
#[test]
fn random_changes_do_not_make_the_parser_panic() {
    let source = "init x = 0, p = &x; /* c */ process P { 1: @a @b r = x; while (r != 0 && !(x == 1)) { x++; [r + 1] = 2; } Jump 1 if r; lock(x); fence; Load q <- [r]; } final P:r == 1 => x < 2; observe P:[x];";
    assert!(stages::parse("p", source).is_ok(), "{:?}", stages::parse("p", source).err());
    let mut sources = vec![source.to_owned()];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/stages");
    for entry in std::fs::read_dir(folder).expect("it is there").flatten() {
        sources.push(std::fs::read_to_string(entry.path()).expect("a text"));
    }
    sources.retain(|source| stages::parse("p", source).is_ok());
    assert!(sources.len() > 2);
    let words = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ":=",
        "<-",
        "=>",
        "&&",
        "||",
        "!",
        "@",
        "-",
        "19",
        "if ",
        "else ",
        "while ",
        "Jump ",
        "Load ",
        "Store ",
        "Move ",
        "Nop",
        "lock(",
        "init ",
        "process ",
        "final ",
        "always ",
        "observe ",
        "&x",
        "99999999999999999999",
        "/*",
        "//",
        "\n",
        "é",
    ];
    let mut seed = 1u64;
    let mut next = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    // Five minutes of them: ROUNDS=3000000.
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    for round in 0..rounds {
        let mut bytes = sources[if round % 4 == 0 { next(sources.len()) } else { 0 }].clone().into_bytes();
        for _ in 0..=next(6) {
            if bytes.is_empty() {
                break;
            }
            let at = next(bytes.len());
            match next(7) {
                0 => bytes[at] = next(256) as u8,
                1 => drop(bytes.remove(at)),
                2 | 3 => drop(bytes.splice(at..at, words[next(words.len())].bytes())),
                4 => {
                    let piece = bytes[at..(at + 1 + next(40)).min(bytes.len())].to_vec();
                    let to = next(bytes.len());
                    drop(bytes.splice(to..to, piece));
                }
                5 => drop(bytes.drain(at..(at + 1 + next(20)).min(bytes.len()))),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = stages::parse("p", &text);
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("process P {{ r = {}1; }}", "(".repeat(100_000));
    assert!(error(&deep).contains("nested too deeply"));
}

/// What a program loads on the way has no name: a register of the program is never mistaken for it.
#[test]
fn no_register_has_the_name_of_a_temporary() {
    let source = "init x = 7, y = 1; process P { a = x + y; t1 = 5; t2 = t1; } final t1 == 5;";
    let program = stages::parse("p", source).unwrap_or_else(|error| panic!("{error}"));
    let registers = &program.processes[0].registers;
    assert_eq!(registers.iter().filter(|name| *name == "t1").count(), 1, "{registers:?}");
}

#[test]
fn outcomes_show_what_is_asked_for() {
    let source = "init x = 0; process P { r = x; } observe x; exists r == 0; never r == 1;";
    let program = stages::parse("p", source).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = program.observed.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["x", "P:r"]);
}

fn translate(source: &str) -> Result<stages::Program, stages::Untranslatable> {
    let test = litmus::parse("t.litmus", source).unwrap_or_else(|error| panic!("{error}"));
    litmus::compile("t.litmus", source, &test).unwrap_or_else(|error| panic!("{error}"));
    stages::from_litmus("t.litmus", source, &test)
}

/// Java's ints wrap around.
#[test]
fn arithmetic_of_litmus_tests_is_that_of_java() {
    let program = translate(
        "Java wrap\n{ x = 0; }\nThread0 { int r = 2147483647; r = r + 1; x = r; }\nforall (x=-2147483648)\n",
    );
    let program = program.unwrap_or_else(|why| panic!("{why}"));
    let stages::Kind::Move { term, .. } = &program.processes[0].code[1].kind else { panic!("a move") };
    assert_eq!(term.value(&mut |_| Some(i64::from(i32::MAX))), Some(i64::from(i32::MIN)));
    let why =
        translate("Java wide\n{ long x = 0; }\nThread0 { long r = x; r = r + 1; x = r; }\nforall (x=1)\n");
    assert!(why.is_err_and(|why| why.0.contains("long")));
}

/// Under the rules for locks, a process that locks twice waits for itself; Java's monitors do not.
#[test]
fn a_monitor_entered_twice_is_not_translated() {
    let why = translate(
        "Java twice\n{ x = 0; monitor m; }\nThread0 { synchronized (m) { synchronized (m) { x = 1; } } }\nforall (x=1)\n",
    );
    assert!(why.is_err_and(|why| why.0.contains("twice")));
    let source = "Java after\n{ x = 0; monitor m; monitor n; }\nThread0 { synchronized (m) { synchronized (n) { x = 1; } } synchronized (n) { x = 2; } }\nforall (x=2)\n";
    assert!(translate(source).is_ok());
}
