//! Malformed tests: a place, a hint, exit code 2, quickly, and never a panic.

use crate::support::{Dir, Run};

/// Ten million bytes.
const TEN_MB: usize = 10_000_000;

/// Runs a malformed test and checks that the first error is at `line:column` and says `message`.
#[track_caller]
fn refused(content: impl AsRef<[u8]>, place: &str, message: &str) -> Run {
    let dir = Dir::new();
    dir.write("A.litmus", content);
    let run = dir.run(&["litmus", "A.litmus"]);
    let short: String = run.err.chars().take(2000).collect();
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{short}");
    assert!(!short.contains("internal error"), "{short}");
    assert!(short.starts_with(&format!("A.litmus:{place}: error: {message}")), "{short}");
    assert!(run.err.len() < 2000, "{} bytes of message: {short}", run.err.len());
    assert!(run.took.as_secs() < 5, "{:?}", run.took);
    run
}

/// Like [`refused`], and the error has a hint.
#[track_caller]
fn refused_with_hint(content: impl AsRef<[u8]>, place: &str, message: &str, hint: &str) {
    let run = refused(content, place, message);
    assert!(run.err.contains(&format!("= hint: {hint}")), "{}", run.err);
}

#[test]
fn a_truncated_test_is_refused_wherever_it_is_cut() {
    let whole = crate::support::input("MP-volatile");
    let dir = Dir::new();
    // From here on, the prefix is a complete test again, only without its condition.
    let end = whole.find("~exists").expect("it has a condition") - 2;
    for cut in (0..end).step_by(3) {
        dir.write("A.litmus", &whole[..cut]);
        let run = dir.run(&["litmus", "A.litmus", "--model", "sc"]).exits(2).complains("A.litmus:");
        run.complains(": error: ");
    }
    let text = "Java A\n{ x = 0; }\nThread0 {\n  x = 1;\n";
    refused_with_hint(text, "4:9", "unexpected end of file", "the `{` on line 3 is never closed");
    refused_with_hint("Java A\n{ x = 0;", "2:9", "unexpected end of file", "entries are written");
    refused_with_hint("Java A\n", "2:1", "unexpected end of file", "an init block stands before the threads");
    refused_with_hint("Java", "1:5", "the test has no name", "the first line reads `Java NAME`");
}

#[test]
fn an_unknown_method_is_refused() {
    let text = "Java A\n{ x = 0; }\nThread0 {\n  x.getFoo();\n}\n";
    refused_with_hint(text, "4:5", "there is no method `getFoo`", "the methods are get[");
}

#[test]
fn an_undeclared_variable_is_refused() {
    let text = "Java A\n{ x = 0; }\nThread0 {\n  int r1 = y;\n}\n";
    refused_with_hint(
        text,
        "4:12",
        "`y` is not declared",
        "declare a shared variable in the init block, `y = 0;`",
    );
}

#[test]
fn a_bad_condition_is_refused() {
    let test = |condition: &str| format!("Java A\n{{ x = 0; }}\nThread0 {{ int r1 = x; }}\n{condition}\n");
    let hint = "propositions are written like `0:r1=1";
    refused_with_hint(
        test("exists (0:r1=1 /\\ )"),
        "4:19",
        "expected a register or variable, found `)`",
        hint,
    );
    refused_with_hint(test("exists (0:r2=1)"), "4:11", "Thread0 has no local `r2`", "its locals are: r1");
    refused_with_hint(test("exists (3:r1=1)"), "4:11", "there is no Thread3", "the test has 1 threads");
}

#[test]
fn an_empty_file_is_refused() {
    for text in ["", " ", "\n\n\t\r\n"] {
        refused_with_hint(text, "1:1", "the file is empty", "a minimal test: `Java A");
    }
}

#[test]
fn binary_garbage_is_refused() {
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    refused_with_hint(bytes, "2:118", "byte 0x80 is not UTF-8", "is this a text file?");
    refused_with_hint(
        "Java é\n\"é".to_owned().into_bytes().split_last().expect("bytes").1,
        "2:2",
        "byte 0xc3",
        "is",
    );
    let hint = "a litmus test starts with `Java` and its name";
    refused_with_hint(
        "\0\u{1}\u{1b}[31mé\u{202e}😀".repeat(100),
        "1:1",
        "unexpected character '\\u{0}'",
        hint,
    );
    let inside = "Java A { x = 0; } Thread0 { \u{1b}[31m }";
    refused_with_hint(inside, "1:29", "unexpected character '\\u{1b}'", "is this a text file?");
    refused_with_hint("😀 é", "1:1", "unexpected character '😀'", hint);
}

#[test]
fn a_test_for_another_machine_is_refused_as_such() {
    for name in ["AArch64", "X86_64", "PPC", "RISCV", "C"] {
        let text = format!("{name} MP\n{{ x = 0; }}\n P0 | P1 ;\nexists (x=1)\n");
        let message = format!("this is a litmus test for {name}; only Java litmus tests are read");
        refused_with_hint(text, "1:1", &message, "write the test in Java");
    }
    let hint = "a litmus test starts with `Java` and its name";
    refused_with_hint("public class A { }\n", "1:1", "the file starts with `public` instead of `Java`", hint);
}

#[test]
fn ten_megabytes_of_one_name_are_refused() {
    let name = "y".repeat(TEN_MB);
    refused(format!("Java A {{ x = 0; }} Thread0 {{ {name} = 1; }}"), "1:29", "the name is longer than 255");
    refused(format!("Java {name}"), "1:6", "the name is longer than 255");
    refused_with_hint(
        name,
        "1:1",
        "the file starts with `yyy",
        "a litmus test starts with `Java` and its name",
    );
}

#[test]
fn ten_megabytes_of_one_expression_are_refused() {
    let test = |expression: String| format!("Java A {{ x = 0; }} Thread0 {{ x = {expression}1; }}");
    let deep = "nested too deeply: more than 200 levels";
    refused_with_hint(test("x + ".repeat(TEN_MB / 4)), "1:831", deep, "split it up");
    refused_with_hint(test("(".repeat(TEN_MB)), "1:233", deep, "split it up");
    refused_with_hint(test("~".repeat(TEN_MB)), "1:233", deep, "split it up");
    refused_with_hint(test("9".repeat(TEN_MB)), "1:33", "`999", "values go from");
}

#[test]
fn ten_megabytes_of_blocks_and_statements_are_refused() {
    let test = |statements: String| format!("Java A {{ x = 0; }} Thread0 {{ {statements}");
    let deep = "nested too deeply: more than 200 levels";
    refused_with_hint(test("{".repeat(TEN_MB)), "1:229", deep, "split it up");
    refused_with_hint(test("if (x) ".repeat(TEN_MB / 7)), "1:1427", deep, "split it up");
    refused(test("x = 1; ".repeat(TEN_MB / 7)), "1:1750016", "the file has more than 1000000 words");
}

#[test]
fn ten_megabytes_of_condition_are_refused() {
    let test = |condition: String| format!("Java A {{ x = 0; }} Thread0 {{ x = 1; }} exists {condition}");
    let deep = "nested too deeply: more than 200 levels";
    refused_with_hint(test("~".repeat(TEN_MB)), "1:246", deep, "split it up");
    refused_with_hint(test(format!("(x=1{})", " \\/ x=1".repeat(TEN_MB / 7))), "1:1443", deep, "split it up");
}

#[test]
fn ten_megabytes_of_blanks_and_comments_are_refused() {
    refused_with_hint(" ".repeat(TEN_MB), "1:1", "the file is empty", "a minimal test");
    refused_with_hint(
        "(*".repeat(TEN_MB / 2),
        "1:1",
        "the comment that starts here is never closed",
        "close it",
    );
    let text = format!("Java A \"{}", "é".repeat(TEN_MB / 2));
    refused_with_hint(text, "1:8", "the description that starts here is never closed", "close it");
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    refused_with_hint(
        "x".repeat(17 << 20),
        "1:1",
        "the file is larger than 16 MiB",
        "is this a litmus test?",
    );
}

#[test]
fn one_bad_file_of_two_is_enough_to_run_nothing() {
    let dir = Dir::with(&["SB"]);
    dir.write("bad.litmus", "Java bad\n{ }\nThread0 { x = 1; }\n");
    let run = dir.run(&["litmus", "."]).exits(2).complains("./bad.litmus:3:11: error: ");
    assert_eq!(run.out, "");
}

#[test]
fn all_bad_files_are_reported() {
    let dir = Dir::with(&["SB"]);
    dir.write("bad1.litmus", "Java bad1\n{ }\nThread0 { x = 1; }\n");
    dir.write("bad2.litmus", b"\xff");
    dir.write("sub/bad3.litmus", "");
    let run = dir.run(&["litmus", "."]).exits(2);
    assert_eq!(run.out, "");
    let errors: Vec<&str> = run.err.lines().filter(|line| line.contains(": error: ")).collect();
    let starts = ["./bad1.litmus:3:11: ", "./bad2.litmus:1:1: ", "./sub/bad3.litmus:1:1: "];
    assert_eq!(errors.len(), 3, "{run:#?}");
    errors.iter().zip(starts).for_each(|(error, start)| assert!(error.starts_with(start), "{error}"));
}
