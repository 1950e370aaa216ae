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
        ("process P { # }", "1:13", "unexpected character `#`"),
    ] {
        let text = error(source);
        assert!(text.starts_with(&format!("p.stages:{place}: error: {what}")), "{source}: {text}");
    }
}

/// Mutations of a correct program: each is accepted or refused, none panics.
#[test]
fn random_changes_do_not_make_the_parser_panic() {
    let source = "init x = 0, p = &x; /* c */ process P { 1: @a @b r = x; while (r != 0 && !(x == 1)) { x++; [r + 1] = 2; } Jump 1 if r; lock(x); fence; Load q <- [r]; } final P:r == 1 => x < 2; observe P:[x];";
    assert!(stages::parse("p", source).is_ok(), "{:?}", stages::parse("p", source).err());
    let mut seed = 1u64;
    let mut next = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    for _ in 0..20_000 {
        let mut bytes = source.as_bytes().to_vec();
        for _ in 0..=next(4) {
            if bytes.is_empty() {
                break;
            }
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = next(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"(){}[];:=<>-&|!@ 19"[next(19)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let _ = stages::parse("p", &String::from_utf8_lossy(&bytes));
    }
    let deep = format!("process P {{ r = {}1; }}", "(".repeat(100_000));
    assert!(error(&deep).contains("nested too deeply"));
}
