//! Programs that the `java` of the same JDK runs as well: output, errors and status must be equal.

use super::jdk;

#[track_caller]
fn same(words: &[&str]) {
    for jdk in jdk::all() {
        let with_dashes = [&words[..1], &["--"], &words[1..]].concat();
        let (ours, theirs) = (jdk.run(&with_dashes), jdk.java(words));
        let release = jdk.release;
        assert_eq!(ours.out, theirs.out, "standard output of {words:?} on {release}: {ours:#?}");
        assert_eq!(ours.err, theirs.err, "standard error of {words:?} on {release}");
        assert_eq!(ours.code, theirs.code, "status of {words:?} on {release}");
    }
}

#[test]
fn arguments_arrive_as_they_are_also_those_that_look_like_options() {
    same(&["Hello"]);
    same(&["Hello", "a b", "", "--trace", "-v", "-cp", "x", "--", "ünïcode"]);
}

#[test]
fn system_exit_runs_hooks_and_gives_the_lowest_byte_of_the_status() {
    for status in ["0", "3", "255", "256", "300", "-1"] {
        same(&["Exits", status]);
    }
}

#[test]
fn an_uncaught_exception_is_told_in_the_same_words() {
    same(&["Fails"]);
    same(&["OtherFails"]);
    same(&["FailsLate"]);
}

#[test]
fn main_does_not_catch_what_its_class_throws_before_it() {
    same(&["InitFails"]);
}

#[test]
fn main_may_be_inherited_or_in_an_interface() {
    same(&["Inherits", "x"]);
    same(&["Interface"]);
    same(&["p.Package"]);
    same(&["p/Package"]);
}

#[test]
fn assertions_are_on() {
    same(&["Asserts"]);
    same(&["Asserts", "x"]);
}

#[test]
fn standard_input_is_empty() {
    same(&["Reads"]);
}

#[test]
fn a_class_that_is_missing_when_it_is_needed_is_a_java_error_with_its_cause() {
    for jdk in jdk::all() {
        let dir = crate::support::Dir::new();
        dir.write("Needs.class", jdk.class("Needs"));
        let ours = jdk.run_in(&dir, &["-cp", ".", "Needs"]).exits(1).says("before\n");
        let theirs = jdk.java_at(&dir.path(""), &["Needs"]);
        assert_eq!(ours.err, theirs.err);
        ours.complains("Caused by: java.lang.ClassNotFoundException: p.Package\n");
    }
}
