//! What the policy says about the classes of `tests/java/Probes.java`, of which `Kept` is guarded.

use super::*;
use crate::machine::Visibility;
use crate::machine::testing::{Probe, bench, class_named, policy};

#[test]
fn trust_is_in_a_class_and_what_is_inside_of_it_or_in_a_package() {
    let trust = Trust::And(vec!["p.Queue".to_owned(), "org.example.*".to_owned()]);
    for (name, expected) in [
        ("p/Queue", true),
        ("p/Queue$Node", true),
        ("p/Queues", false),
        ("p/sub/Queue", false),
        ("org/example/A", true),
        ("org/example/sub/A", true),
        ("org/examples/A", false),
    ] {
        assert_eq!(trust.has(name), expected, "{name}");
    }
    assert!(!Trust::Library.has("p/Queue") && !Trust::None.has("p/Queue"));
}

#[test]
fn only_the_whole_table_counts_as_the_library() {
    assert!(Policy::default().has_library() && !Policy::of(Trust::None).has_library());
    let mut some = Policy::default();
    some.table = some.table.without(|entry| entry.class == "java.util.concurrent.Semaphore");
    assert!(!some.has_library());
}

#[test]
fn what_is_noted_of_a_class_can_be_read_back() {
    for (i, role) in Role::ALL.into_iter().enumerate() {
        let standing = ClassStanding {
            program: i == 0,
            role,
            role_words: 1 << (8 * i),
            statics: Role::ALL[3 - i],
            tool: i == 1,
            has_methods: i > 1,
            shows_caches: i == 2,
            releases: i == 3,
            measures_waits: i == 0,
            shows_collector: i == 1,
            draws_random: i == 2,
            varies: i == 3,
        };
        assert_eq!(ClassStanding::unpacked(standing.packed()), standing);
    }
}

/// Loads the classes of the programs.
fn loaded() -> Probe {
    Probe::start("Gives", "hidden", Visibility::Latest)
}

/// The policy of the class library with additional entries, which may name classes of the program.
fn with(entries: &str) -> Policy {
    let mut policy = Policy::default();
    policy.table.extend(entries, true).expect("it can be read");
    policy
}

#[test]
fn of_what_is_not_listed_everything_is_asked() {
    let _programs = loaded();
    for (name, is_program) in [("Unlisted", true), ("Box", true), ("java/util/ArrayList", false)] {
        let class = class_named(name);
        for policy in [policy(), Policy::default(), Policy::of(Trust::None)] {
            let known = policy.standing(class);
            assert_eq!(
                (known.role, known.role_words, known.statics),
                (Role::Checked, 0, Role::Checked),
                "{name}"
            );
            assert_eq!(known.program, is_program, "{name}");
            assert!(!known.tool && !known.has_methods && !known.releases, "{name}");
            assert_eq!(policy.table.call(class, "add", "(Ljava/lang/Object;)Z"), Call::default(), "{name}");
            assert_eq!(policy.table.field_role(class, "elementData", "[Ljava/lang/Object;"), None, "{name}");
        }
    }
}

#[test]
fn an_entry_is_about_exactly_its_class_member_and_descriptor() {
    let _programs = loaded();
    let (kept, below, table) = (class_named("Kept"), class_named("BelowKept"), policy().table);
    assert!(table.call(kept, "call", "(I)V").is_atomic);
    for (class, name, descriptor) in [
        (kept, "call", "(J)V"),
        (kept, "calls", "(I)V"),
        (below, "call", "(I)V"),
        (class_named("Box"), "call", "(I)V"),
    ] {
        assert_eq!(table.call(class, name, descriptor), Call::default(), "{}.{name}{descriptor}", class.name);
    }
    assert_eq!(table.field_role(kept, "spare", "LBox;"), Some(EntryRole::Benign));
    for (class, name, descriptor) in
        [(kept, "spare", "I"), (kept, "part", "LBox;"), (below, "spare", "LBox;")]
    {
        assert_eq!(table.field_role(class, name, descriptor), None, "{}.{name}", class.name);
    }
}

#[test]
fn a_method_may_be_atomic_and_apart_and_entries_can_be_left_out() {
    let _programs = loaded();
    let kept = class_named("Kept");
    let both = with("atomic\tKept\tm\t()V\twhy\napart\tKept\tm\t()V\twhy\n");
    assert_eq!(both.table.call(kept, "m", "()V"), Call { is_atomic: true, is_apart: true });
    let one = both.table.without(|entry| entry.role == EntryRole::Atomic && entry.class == "Kept");
    assert_eq!(one.call(kept, "m", "()V"), Call { is_atomic: false, is_apart: true });
    assert!(one.has_contract(kept), "what may be said of the program may still be said");
}

#[test]
fn a_table_of_the_class_library_says_nothing_of_classes_of_the_program() {
    let _programs = loaded();
    let kept = class_named("Kept");
    let mut table = Table::default();
    table
        .extend(
            "guarded\tKept\t-\t-\twhy\natomic\tKept\tcall\t(I)V\twhy\nreleases\tKept\tspare\tLBox;\twhy\n",
            false,
        )
        .expect("it can be read");
    let policy = Policy { trust: Trust::Library, table };
    let known = policy.standing(kept);
    assert_eq!((known.program, known.role_words, known.statics), (true, 0, Role::Checked));
    assert!(!known.has_methods && !known.releases);
    assert_eq!(policy.table.call(kept, "call", "(I)V"), Call::default());
    assert_eq!(policy.table.field_role(kept, "spare", "LBox;"), None);
}

#[test]
fn a_class_below_one_of_the_table_inherits_its_words_and_nothing_else() {
    let _programs = loaded();
    let (kept, below) = (class_named("Kept"), class_named("BelowKept"));
    let (of_kept, of_below) = (policy().standing(kept), policy().standing(below));
    assert_eq!(
        (of_kept.role, of_kept.role_words, of_kept.statics),
        (Role::Guarded, kept.words, Role::Guarded)
    );
    assert_eq!(
        (of_below.role, of_below.role_words, of_below.statics),
        (Role::Guarded, kept.words, Role::Checked)
    );
    assert!(kept.words < below.words, "there is a word of its own");
    assert!(
        !of_kept.program && of_below.program,
        "the program has written the class below, and it is under no contract"
    );
}

#[test]
fn the_nearest_class_of_the_table_decides() {
    let _programs = loaded();
    let (checked, below) = (class_named("CheckedKept"), class_named("BelowKept"));
    let known = policy().standing(checked);
    assert_eq!(known.role, Role::Checked);
    assert!(known.is_always_checked(), "whoever makes one");
    assert!(!policy().standing(class_named("Unlisted")).is_always_checked(), "nobody says so of this one");
    let both = with("guarded\tKept\t-\t-\twhy\nimmutable\tBelowKept\t-\t-\twhy\n").standing(below);
    assert_eq!((both.role, both.role_words, both.statics), (Role::Immutable, below.words, Role::Immutable));
}

#[test]
fn what_is_inside_of_a_class_of_the_table_does_its_work_and_is_not_listed_itself() {
    let _programs = loaded();
    let cell = class_named("Kept$Cell");
    let known = policy().standing(cell);
    assert_eq!((known.program, known.role_words, known.statics), (false, 0, Role::Checked));
    assert!(policy().table.has_part(cell) && !policy().table.has_part(class_named("Box")));
}

#[test]
fn the_user_may_trust_a_class_which_then_guards_its_data() {
    let _programs = loaded();
    let policy = Policy { trust: Trust::And(vec!["Unlisted".to_owned()]), ..Policy::default() };
    let (unlisted, other) = (class_named("Unlisted"), class_named("Box"));
    let known = policy.standing(unlisted);
    assert_eq!(
        (known.program, known.role, known.role_words, known.statics),
        (false, Role::Guarded, unlisted.words, Role::Guarded)
    );
    assert_eq!((policy.standing(other).program, policy.standing(other).role_words), (true, 0));
}

#[test]
fn a_hidden_class_is_immutable_if_its_fields_are_final_and_somebody_is_trusted() {
    let probe = loaded();
    let class_of = |object| bench().lib.class_of_id(probe.vm().heap.word(object, 0) as u32);
    let lambda = class_of(probe.fixed("Gives", "lambda"));
    assert!(is_lambda(lambda) && lambda.host.is_some());
    let known = Policy::default().standing(lambda);
    assert_eq!((known.role, known.role_words, known.program), (Role::Immutable, lambda.words, true));
    assert!(!has_source(lambda), "it has no place in the source");
    assert_eq!(Policy::of(Trust::None).standing(lambda).role_words, 0, "nobody is trusted");
    let mirror = probe.fixed("Gives", "hidden");
    let hidden =
        jvm::layout::mirrored(bench().lib, &probe.vm().heap, mirror, class_of(mirror)).expect("a class");
    assert!(hidden.is_hidden && hidden.name.starts_with("Mutable"), "{}", hidden.name);
    let known = Policy::default().standing(hidden);
    assert_eq!((known.role_words, known.program), (0, true), "its field may change");
}

#[test]
fn what_the_machine_itself_fills_in_is_internal_whomever_one_trusts() {
    let _programs = loaded();
    let class = class_named(FILLED_BY_MACHINE);
    for trust in [Trust::Library, Trust::None] {
        let known = Policy::of(trust).standing(class);
        assert_eq!((known.role, known.role_words), (Role::Internal, class.words));
    }
}
