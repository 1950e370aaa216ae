//! The provenance of the objects of `Gives` (`tests/java/Probes.java`). `Kept` is guarded in the tests'
//! table.

use super::{role_at, role_of};
use crate::machine::Visibility;
use crate::machine::testing::{Probe, bench, static_field};
use crate::marks::{IS_LIBRARY_MADE, role_of_word};
use crate::policy::Role;
use jvm::heap::Ref;

/// The program after it has done this.
fn gives(what: &str) -> Probe {
    Probe::start("Gives", what, Visibility::Latest)
}

/// The marks of an object: the role of the class that made it for itself, and whether the program has never
/// had it.
fn marked(probe: &Probe, object: Ref) -> (Role, bool) {
    let marks = probe.marks(object);
    (role_of_word(marks), marks & IS_LIBRARY_MADE != 0)
}

/// Follows the fields with these names.
fn follow(probe: &Probe, from: Ref, fields: &[&str]) -> Ref {
    fields.iter().fold(from, |object, field| probe.field(object, field))
}

const PROGRAMS: (Role, bool) = (Role::Checked, false);
const KEPTS: (Role, bool) = (Role::Guarded, true);

#[test]
fn what_a_class_of_the_table_makes_for_itself_has_its_role() {
    let probe = gives("nothing");
    let kept = probe.fixed("Gives", "kept");
    assert_eq!(marked(&probe, kept), PROGRAMS, "the program has made the guarded object itself");
    assert_eq!(role_of(bench().lib, &probe.vm().heap, kept), Role::Guarded, "by its class");
    for fields in [&["part"][..], &["part", "other"], &["part", "other", "other"], &["spare"]] {
        let object = follow(&probe, kept, fields);
        assert_eq!(marked(&probe, object), KEPTS, "{fields:?}");
        assert_eq!(role_of(bench().lib, &probe.vm().heap, object), Role::Guarded, "{fields:?}");
    }
}

#[test]
fn what_the_program_puts_into_such_an_object_stays_the_programs() {
    let probe = gives("nothing");
    let own = follow(&probe, probe.fixed("Gives", "kept"), &["anything"]);
    assert_eq!(own, probe.fixed("Gives", "own"));
    assert_eq!(marked(&probe, own), PROGRAMS);
}

#[test]
fn a_result_becomes_the_programs_with_all_it_leads_to_but_parts_of_the_class() {
    let probe = gives("result");
    let kept = probe.fixed("Gives", "kept");
    assert_eq!(probe.fixed("Gives", "given"), probe.field(kept, "part"));
    for (fields, expected) in [
        (&["part"][..], PROGRAMS),
        (&["part", "other"], PROGRAMS),
        // An instance of a class nested in one of the table: only that class has it.
        (&["part", "other", "other"], KEPTS),
        (&["spare"], KEPTS),
    ] {
        assert_eq!(marked(&probe, follow(&probe, kept, fields)), expected, "{fields:?}");
    }
}

#[test]
fn an_argument_of_a_method_of_the_program_becomes_the_programs() {
    let probe = gives("argument");
    let kept = probe.fixed("Gives", "kept");
    assert_eq!(probe.fixed("Gives", "given"), probe.field(kept, "spare"));
    assert_eq!(marked(&probe, probe.field(kept, "spare")), PROGRAMS);
    assert_eq!(marked(&probe, probe.field(kept, "part")), KEPTS, "this one was not shown");
}

#[test]
fn what_the_class_library_makes_otherwise_is_asked_about_from_the_first() {
    let probe = gives("nothing");
    let elements = follow(&probe, probe.fixed("Gives", "list"), &["elementData"]);
    assert_eq!(marked(&probe, elements), (Role::Checked, true));
    assert_eq!(role_at(bench().lib, &probe.vm().heap, elements, 16), Role::Checked);
}

#[test]
fn fields_below_a_class_of_the_table_are_the_programs_and_inherited_ones_are_not() {
    let probe = gives("nothing");
    let (lib, heap) = (bench().lib, &probe.vm().heap);
    let role = |object: Ref, field: &str| role_at(lib, heap, object, 8 * probe.word_of(object, field));
    let (kept, below) = (probe.fixed("Gives", "kept"), probe.fixed("Gives", "below"));
    assert_eq!((role(kept, "part"), role(below, "part")), (Role::Guarded, Role::Guarded));
    assert_eq!(role(below, "field"), Role::Checked);
    assert_eq!(role_of(lib, heap, below), Role::Checked, "as a whole it is not the table's");
    let checked = probe.fixed("Gives", "checked");
    assert_eq!(role(checked, "part"), Role::Checked, "the table says so of this class below");
    assert_eq!(role_at(lib, heap, Ref::NULL, 16), Role::Checked);
}

#[test]
fn what_a_lambda_captures_never_changes_and_stays_whose_it_was() {
    let probe = gives("nothing");
    let (lib, heap) = (bench().lib, &probe.vm().heap);
    let lambda = probe.fixed("Gives", "lambda");
    assert_eq!(role_at(lib, heap, lambda, 16), Role::Immutable);
    assert_eq!(Ref(heap.word(lambda, 2)), probe.fixed("Gives", "own"), "it captures this");
    assert_eq!(marked(&probe, probe.fixed("Gives", "own")), PROGRAMS);
}

#[test]
fn static_fields_have_the_role_of_their_own_class() {
    let probe = gives("nothing");
    let (lib, heap) = (bench().lib, &probe.vm().heap);
    let role = |class: &str, name: &str| {
        let (mirror, word) = static_field(class, name);
        role_at(lib, heap, mirror, 8 * word)
    };
    assert_eq!(role("Kept", "common"), Role::Guarded);
    assert_eq!(role("BelowKept", "own"), Role::Checked, "nobody says anything of this class");
    assert_eq!(role("Gives", "own"), Role::Checked);
}

#[test]
fn what_boot_has_made_has_the_role_of_what_alone_leads_to_it() {
    let probe = gives("nothing");
    let (lib, heap) = (bench().lib, &probe.vm().heap);
    assert_eq!(role_of_word(probe.marks(probe.vm().threads[0].object)), Role::Checked, "the main thread");
    let properties = probe.fixed("java/lang/System", "props");
    assert_eq!(role_of(lib, heap, properties), Role::Checked, "a static field of which nobody says anything");
    let input = probe.fixed("java/lang/System", "in");
    assert_eq!(role_of_word(probe.marks(input)), Role::Internal, "the table says so of this field");
    assert_eq!(
        role_of_word(probe.marks(probe.field(input, "buf"))),
        Role::Internal,
        "and it alone leads there"
    );
    let loader = probe.fixed("java/lang/ClassLoader", "scl");
    assert_eq!(role_at(lib, heap, loader, 16), Role::Internal, "the table says so of a class above its");
}
