//! Bad rules: the place, what is wrong, a hint; and no text makes the parser panic.

use ordering::Rules;

fn load(source: &str) -> Result<Rules, ordering::Diagnostic> {
    Rules::load("m.rules", source, &|_| Ok(None))
}

#[test]
fn errors_have_a_place_and_a_hint() {
    for (source, place, what) in [
        (
            "rule a: forall load i < load j . exec(i) < exec(k)",
            "1:49",
            "`k` is not an instruction of this rule",
        ),
        (
            "rule a: forall memory i < load j, process q . refl(i -> q) < exec(j)",
            "1:47",
            "only stores are reflected",
        ),
        ("rule a: forall store i . refl(i) < exec(i)", "1:32", "to whose memory is it reflected?"),
        (
            "rule a: forall relase store i < load j . exec(i) < exec(j)",
            "1:16",
            "`relase` is not an attribute",
        ),
        ("rule a: forall load i < load j . exec(i) = exec(j)", "1:34", "stages are compared by `<` and `<=`"),
        (
            "rule a: forall load i < load j where exec(i) < exec(j) . exec(i) < exec(j)",
            "1:38",
            "a condition says which instructions",
        ),
        (
            "rule a: forall load i, observer v . exec(i @ v) < issue(i)",
            "1:51",
            "one side is what a process observes",
        ),
        ("rule a: forall load i, load i . exec(i) < exec(i)", "1:29", "`i` is bound twice"),
        ("rule a: forall load i, observer v . issue(i @ v) < exec(i @ v)", "1:37", "fetched and issued once"),
        ("include \"none.rules\"", "1:9", "cannot read `none.rules`: there is no such file"),
        ("rule a: forall load store i . exec(i) < exec(i)", "1:21", "an instruction has one sort"),
        ("rule a: forall process a b c d e f . a = b", "1:34", "a rule has at most 5 processes"),
        (
            "rule a: forall load i, load j, load k, load l, load m . true",
            "1:53",
            "a rule has at most 4 instructions",
        ),
        ("rule a: forall load i exec(i) < exec(i)", "1:23", "expected `.`, found `exec`"),
        ("rule a: forall load i, load j . exec(i) < exec(j) < exec(i)", "1:51", "two are compared at a time"),
        ("attribute a, b let a = b", "1:20", "`a` is an attribute"),
        ("attribute a let b = a attribute b", "1:33", "`b` is a name for other attributes"),
        ("rules", "1:1", "`rules` does not begin a declaration"),
        ("rule a: exec(i) < ?", "1:19", "unexpected character `?`"),
    ] {
        let text = match load(source) {
            Ok(_) => panic!("accepted: {source}"),
            Err(error) => error.to_string(),
        };
        let start = text.split_once("error: ").map_or("", |(start, _)| start);
        assert_eq!(start, format!("m.rules:{place}: "), "{source}: {text}");
        assert!(text.contains(what), "{source}: {text}");
    }
}

/// A file beside the one that includes it comes first, then those that are shipped; a shipped file includes
/// shipped files only. Each is read once, whoever includes it.
#[test]
fn includes_are_found_beside_the_file_that_includes_them() {
    let files = |path: &str| {
        Ok(match path {
            "sub/a.rules" => Some("include \"b.rules\"".to_owned()),
            "sub/b.rules" => {
                Some("rule b: forall load i . true include \"a.rules\" include \"../m.rules\"".to_owned())
            }
            "locks.rules" | "atomic.rules" => Some("rule own: forall load i . true".to_owned()),
            "m.rules" => Some(String::new()),
            "broken.rules" => return Err("it is a folder".to_owned()),
            _ => None,
        })
    };
    let names = |source: &str| {
        let rules = Rules::load("dir/m.rules", source, &files);
        rules.map(|rules| rules.names().into_iter().map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(names("include \"sub/a.rules\"").unwrap_or_else(|error| panic!("{error}")), ["b"]);
    assert_eq!(names("include \"locks.rules\"").unwrap_or_else(|error| panic!("{error}")), ["own"]);
    let shipped = names("include \"tso.rules\"").unwrap_or_else(|error| panic!("{error}"));
    assert!(
        shipped.contains(&"atomic-for-loads".to_owned()) && !shipped.contains(&"own".to_owned()),
        "{shipped:?}"
    );
    let why = names("include \"broken.rules\"").err().map(|error| error.to_string()).unwrap_or_default();
    assert!(why.starts_with("dir/m.rules:1:9: error: cannot read `broken.rules`: it is a folder"), "{why}");
}

/// Adjectives that an instruction must not have may follow those that it must have.
#[test]
fn adjectives_stand_in_any_order() {
    for binder in ["a !b store i", "!b a store i", "a !b i", "store a !b i"] {
        let source = format!("attribute a, b rule r: forall {binder} < memory j . exec(i) < exec(j)");
        let rules = load(&source).unwrap_or_else(|error| panic!("{error}"));
        let mut has: Vec<bool> = rules.rules[0].variables[0].adjectives.iter().map(|it| it.has).collect();
        has.sort_unstable();
        assert_eq!(has, [false, true], "{binder}");
    }
}

/// Names for names for names do not grow.
#[test]
fn a_name_for_several_attributes_has_each_once() {
    let mut source = "attribute a let n0 = a or a\n".to_owned();
    for n in 1..60 {
        source += &format!("let n{n} = n{} or n{}\n", n - 1, n - 1);
    }
    source += "rule r: forall n59 store i . exec(i) < exec(i)";
    let rules = load(&source).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(rules.rules[0].variables[0].adjectives[0].any_of, ["a"]);
}

/// Dropping the rules about observers does not make all observe the same.
#[test]
fn fewer_rules_allow_more() {
    let rules = ordering::shipped("upc").unwrap_or_else(|| panic!("it is shipped"));
    let all = rules.names().into_iter().map(str::to_owned).collect();
    assert!(rules.without(&all).rules.is_empty() && rules.without(&all).has_observers());
}

/// Mutations of a correct file: each is accepted or refused, none panics.
#[test]
fn random_changes_do_not_make_the_parser_panic() {
    let source = "model \"m\" include \"locks.rules\" attribute a, b let c = a or b rule r-s: forall c store i < !a memory j, process p q where loc(i) = loc(j), proc(i) != p or store(j) . not (refl(i -> p) < exec(j) and exec(i @ p) <= exec(j @ q)) => p = q and a(i)";
    let mut sources = vec![source.to_owned()];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../models/stages");
    for entry in std::fs::read_dir(folder).expect("it is there").flatten() {
        sources.push(std::fs::read_to_string(entry.path()).expect("a text"));
    }
    sources.retain(|source| load(source).is_ok());
    assert!(sources.len() > 12, "the first or a shipped one is refused");
    let words = [
        "(",
        ")",
        ".",
        ",",
        ":",
        "<",
        "<=",
        "=",
        "!=",
        "->",
        "=>",
        "!",
        "@",
        "\"",
        "*",
        "rule ",
        "forall ",
        "where ",
        "and ",
        "or ",
        "not ",
        "process ",
        "observer ",
        "exec(",
        "refl(",
        "fetch(",
        "next(",
        "sees(",
        "loc(",
        "proc(",
        "include ",
        "let ",
        "attribute ",
        "model ",
        "true",
        "false",
        "store ",
        "load ",
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
        let _ = load(&text);
    }
}

#[test]
fn deep_nesting_is_refused() {
    assert!(load(&format!("rule a: {}true", "(".repeat(100_000))).is_err());
}
