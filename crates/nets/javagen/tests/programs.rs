//! What can be checked about random programs without a JDK; javac and java judge the rest (`cargo xtask
//! java-random`).

const PROGRAMS: u64 = 300;

#[test]
fn a_seed_always_gives_the_same_program_and_another_seed_another() {
    let sources: Vec<String> = (0..PROGRAMS).map(|seed| javagen::program(seed, "R")).collect();
    let again: Vec<String> = (0..PROGRAMS).map(|seed| javagen::program(seed, "R")).collect();
    assert_eq!(sources, again);
    let mut bodies: Vec<&str> = sources.iter().map(|s| s.split_once('\n').expect("lines").1).collect();
    bodies.sort_unstable();
    bodies.dedup();
    assert_eq!(bodies.len() as u64, PROGRAMS);
}

#[test]
fn every_hole_is_filled_and_every_bracket_is_closed() {
    for seed in 0..PROGRAMS {
        let source = javagen::program(seed, "R");
        assert!(!source.contains('#') && !source.contains('`'), "seed {seed} has an unfilled hole");
        for (open, close) in [('{', '}'), ('(', ')'), ('[', ']')] {
            let count = |bracket| source.matches(bracket).count();
            assert_eq!(count(open), count(close), "seed {seed}: {open}");
        }
        // javac notices if a used part is empty; methods must also exist at all.
        for part in ["enum Color", "record Point", "class Sub0", "static int depth(", "static void s0()"] {
            assert!(source.contains(part), "seed {seed} has no `{part}`");
        }
    }
}

#[test]
fn programs_are_neither_all_alike_in_size_nor_huge() {
    let mut lines: Vec<usize> =
        (0..PROGRAMS).map(|seed| javagen::program(seed, "R").lines().count()).collect();
    lines.sort_unstable();
    assert!(lines[0] < 260, "the shortest has {} lines", lines[0]);
    assert!(lines[lines.len() / 2] < 400, "the median is {}", lines[lines.len() / 2]);
    assert!(lines[lines.len() - 1] < 900, "the longest has {}", lines[lines.len() - 1]);
}
