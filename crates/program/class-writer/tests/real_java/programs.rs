//! Ordinary Java programs, compiled by real compilers, have the same output on a real Java virtual machine
//! whether their call sites are linked by the class library or to spun classes. The virtual machine verifies
//! the spun classes.

use crate::support::jdk::{self, Jdk};
use crate::support::sites::{self, Swapped};
use std::path::PathBuf;

/// A program below `tests/java` and how it is compiled and run.
struct Program<'a> {
    name: &'a str,
    javac: &'a [&'a str],
    java: &'a [&'a str],
}

/// Runs a program both ways and compares.
fn same_output(jdk: &Jdk, program: &Program<'_>) -> Swapped {
    let Program { name, javac, java } = program;
    let folder = jdk::folder(&format!("{name}-{}-{}", jdk.major, javac.join("_").replace(['-', ':'], "")));
    let (plain, spun): (PathBuf, PathBuf) = (folder.join("plain"), folder.join("spun"));
    for folder in [&plain, &spun] {
        std::fs::create_dir_all(folder).expect("the folder is writable");
    }
    jdk.javac(javac, &[jdk::source(&format!("{name}.java"))], &plain);
    jdk.javac(&[], &[jdk::source("spinlink/SpinLink.java")], &spun);
    let swapped = sites::swap(&plain, &spun);
    let expected = jdk.java(java, &plain, name);
    let actual = jdk.java(java, &spun, name);
    assert!(expected.lines().count() > 10, "the program says something");
    for (line, (expected, actual)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(expected, actual, "line {} of {name} on JDK {}", line + 1, jdk.major);
    }
    assert_eq!(expected, actual, "{name} on JDK {}", jdk.major);
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
    swapped
}

#[test]
fn lambdas_and_method_references_behave_as_linked_by_the_class_library() {
    for jdk in jdk::at_least(17) {
        let swapped = same_output(&jdk, &Program { name: "Lambdas", javac: &[], java: &[] });
        assert!(swapped.count("metafactory") > 90, "{swapped:?}");
        for rare in ["kind 5", "kind 6", "kind 8", "kind 9", "markers", "bridges", "serializable"] {
            assert!(swapped.count(rare) > 0, "no call site with {rare}: {swapped:?}");
        }
    }
}

#[test]
fn lambdas_of_java_8_class_files_name_private_methods_by_invokespecial_and_work_too() {
    for jdk in jdk::at_least(17) {
        let javac = ["--release", "8", "-Xlint:-options"];
        let swapped = same_output(&jdk, &Program { name: "Lambdas", javac: &javac, java: &[] });
        assert!(swapped.count("metafactory") > 90 && swapped.count("kind 7") > 0, "{swapped:?}");
    }
}

#[test]
fn concatenations_give_the_same_text_in_the_same_order_and_new_strings_where_the_class_library_does() {
    for jdk in jdk::at_least(17) {
        let swapped = same_output(&jdk, &Program { name: "Concats", javac: &[], java: &[] });
        assert!(swapped.count("makeConcatWithConstants") > 30, "{swapped:?}");
    }
}

#[test]
fn record_methods_compare_hash_and_print_components_alike() {
    for jdk in jdk::at_least(17) {
        let swapped = same_output(&jdk, &Program { name: "Records", javac: &[], java: &[] });
        assert!(swapped.count("bootstrap") > 20, "{swapped:?}");
    }
}

#[test]
fn pattern_switches_choose_the_same_case() {
    for jdk in jdk::at_least(21) {
        let swapped = same_output(&jdk, &Program { name: "Switches", javac: &[], java: &[] });
        assert!(swapped.count("typeSwitch") > 10 && swapped.count("enumSwitch") > 1, "{swapped:?}");
    }
}

#[test]
fn switches_over_primitives_choose_the_same_case() {
    // A preview from JDK 23 on; an older JDK has nothing to compare with.
    for jdk in jdk::at_least(23) {
        let release = jdk.major.to_string();
        let javac = ["--enable-preview", "--release", &release];
        let program = Program { name: "PrimitiveSwitches", javac: &javac, java: &["--enable-preview"] };
        let swapped = same_output(&jdk, &program);
        assert!(swapped.count("typeSwitch") > 10, "{swapped:?}");
    }
}
