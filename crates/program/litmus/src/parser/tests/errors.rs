//! What the parser reports: the position, the message and the hint of each kind of error.

use super::{bad, in_thread};

/// Checks position and message of the error in `source`, and that its hint contains `hint`; `""` expects
/// none.
#[track_caller]
fn complains(source: &str, at: (usize, usize), message: &str, hint: &str) {
    let error = bad(source);
    assert_eq!((error.message.as_str(), (error.line, error.column)), (message, at), "\n{error}");
    match &error.hint {
        Some(found) => assert!(!hint.is_empty() && found.contains(hint), "\n{error}"),
        None => assert!(hint.is_empty(), "no hint\n{error}"),
    }
}

/// The same for the body of a thread on a line of its own; `column` counts from the start of the body.
#[track_caller]
fn complains_in_thread(body: &str, column: usize, message: &str, hint: &str) {
    complains(&format!("Java T\n{{ x = 0; }}\nThread0 {{\n{body}\n}}\n"), (4, column), message, hint);
}

/// The same for an entry of the init block.
#[track_caller]
fn complains_in_init(entry: &str, column: usize, message: &str, hint: &str) {
    complains(&format!("Java T\n{{\n{entry}\n}}\nThread0 {{ }}\n"), (3, column), message, hint);
}

/// The same for the part after the threads.
#[track_caller]
fn complains_in_condition(text: &str, column: usize, message: &str, hint: &str) {
    complains(&format!("Java T\n{{ }}\nThread0 {{ }}\n{text}\n"), (4, column), message, hint);
}

#[test]
fn an_empty_file_shows_a_minimal_test() {
    complains("", (1, 1), "the file is empty", "Java A { x = 0; } Thread0 { x = 1; } exists (x = 1)");
    complains(" \n\n", (1, 1), "the file is empty", "a minimal test");
    super::good("Java A { x = 0; } Thread0 { x = 1; } exists (x = 1)");
}

#[test]
fn a_test_for_another_machine_is_named_as_such() {
    let only_java = |what: &str| format!("this is a litmus test for {what}; only Java litmus tests are read");
    complains("X86 SB\n{ x=0; }\n P0 | P1 ;", (1, 1), &only_java("X86"), "Java NAME");
    complains("(* c *)\nAArch64 MP", (2, 1), &only_java("AArch64"), "Java NAME");
    complains("C mp\n{}", (1, 1), &only_java("C"), "Java NAME");
    complains(
        "public class A {}",
        (1, 1),
        "the file starts with `public` instead of `Java`",
        "starts with `Java`",
    );
    complains("java A {}", (1, 1), "the file starts with `java` instead of `Java`", "starts with `Java`");
    complains("{ x = 0; }", (1, 1), "unexpected character '{'", "starts with `Java`");
}

#[test]
fn mistakes_in_the_header() {
    complains("Java\n{}", (1, 5), "the test has no name", "Java NAME");
    complains("Java", (1, 5), "the test has no name", "Java NAME");
    complains(
        "Java A",
        (1, 7),
        "unexpected end of file, expected the init block `{ … }`",
        "even an empty one",
    );
    complains("Java A\nThread0 { }", (2, 1), "expected the init block `{ … }`, found `Thread0`", "`{ }`");
    complains("Java A\n[x]", (2, 1), "expected the init block `{ … }`, found `[`", "`{ }`");
    complains("Java A\n\"abc\n{}", (2, 1), "the description that starts here is never closed", "close it");
    complains("Java A\u{1}B {}", (1, 7), "unexpected character '\\u{1}'", "text file");
    let long = format!("Java {} {{}}", "a".repeat(256));
    complains(&long, (1, 6), "the name is longer than 255 characters", "");
    complains(
        "(* only a comment *)",
        (1, 21),
        "unexpected end of file, expected `Java` and the name of the test",
        "minimal",
    );
}

#[test]
fn characters_without_meaning_are_shown_escaped() {
    complains_in_thread("x = 1 \u{0};", 7, "unexpected character '\\u{0}'", "text file");
    complains_in_thread("x = 1 @;", 7, "unexpected character '@'", "");
    complains_in_thread("é = 1;", 1, "unexpected character 'é'", "ASCII");
    complains_in_thread("x = \u{202e}1;", 5, "unexpected character '\\u{202e}'", "ASCII");
    complains("\u{7f}ELF", (1, 1), "unexpected character '\\u{7f}'", "starts with `Java`");
    complains("\u{0}\u{1}", (1, 1), "unexpected character '\\u{0}'", "starts with `Java`");
}

#[test]
fn the_first_of_several_errors_is_reported() {
    complains_in_thread("x = ; @", 5, "expected an expression, found `;`", "");
    complains_in_thread("x = 1 @ +;", 7, "unexpected character '@'", "");
}

#[test]
fn open_comments_and_strings() {
    complains("Java A { (* (* *) }", (1, 10), "the comment that starts here is never closed", "`*)`");
    complains("Java A { /* }", (1, 10), "the comment that starts here is never closed", "`*/`");
    complains_in_thread("assert x : \"abc;", 12, "the string that starts here is never closed", "same line");
}

#[test]
fn numbers_that_are_no_ints() {
    complains_in_thread("x = 2147483648;", 5, "`2147483648` does not fit in an int", "from -2147483648");
    complains_in_thread("x = -2147483649;", 6, "`2147483649` does not fit in an int", "from -2147483648");
    complains_in_thread("x = -(2147483648);", 7, "`2147483648` does not fit in an int", "from -2147483648");
    complains_in_thread("x = 0x100000000;", 5, "`0x100000000` does not fit in an int", "from -2147483648");
    complains_in_thread("x = 010;", 5, "`010` starts with a zero", "octal");
    complains_in_thread("x = 0x1_0;", 5, "`0x1_0` is not an int", "10 or 0xa");
    complains_in_thread(
        "x = 9223372036854775808L;",
        5,
        "`9223372036854775808L` does not fit in a long",
        "7L",
    );
    complains_in_thread(
        "x = 0x10000000000000000L;",
        5,
        "`0x10000000000000000L` does not fit in a long",
        "7L",
    );
    complains_in_init("x = 1L", 5, "`1L` is a long, expected an int", "leave out");
    complains_in_init("0:r = 4294967296", 7, "`4294967296` does not fit in an int", "from -2147483648");
    complains_in_thread("x = 0x;", 5, "`0x` is not an int", "10 or 0xa");
    complains_in_init("x = 2147483648", 5, "`2147483648` does not fit in an int", "from -2147483648");
}

#[test]
fn mistakes_in_the_init_block() {
    complains_in_init("x = 0 y = 0", 7, "expected `;` or `}`, found `y`", "separated by `;`");
    complains_in_init("x = y", 5, "expected a number, found `y`", "starts with a number");
    complains_in_init("x = ;", 5, "expected a number, found `;`", "entries are written");
    complains_in_init("x = true", 5, "expected a number, found `true`", "starts with a number");
    complains_in_init("boolean x = true", 1, "expected `int`, found `boolean`", "1 for true");
    complains_in_init("5", 1, "expected the name of a variable, found `5`", "entries are written");
    complains_in_init(
        "while = 1",
        1,
        "`while` is a reserved word, expected the name of a variable",
        "another name",
    );
    complains_in_init(
        "Thread0 = 1",
        1,
        "`Thread0` is a reserved word, expected the name of a variable",
        "another",
    );
    complains_in_init(
        "double x = 1",
        1,
        "`double` is a reserved word, expected the name of a variable",
        "`long`",
    );
    complains_in_init(
        "volatile 0:r1 = 1",
        12,
        "what belongs to a single thread cannot be volatile",
        "entries",
    );
    complains_in_init("Q0:X=x", 1, "`Q0` is not a thread", "`0:r1`");
    complains_in_init("32:X=x", 1, "a test has at most 32 threads", "Thread31");
    complains_in_init("monitor 5", 9, "expected the name of a monitor, found `5`", "entries are written");
}

#[test]
fn mistakes_in_arrays() {
    complains_in_init("int a[0]", 7, "an array cannot have 0 elements", "from 1 to 1024");
    complains_in_init("int a[1025]", 7, "an array cannot have 1025 elements", "from 1 to 1024");
    complains_in_init("int a[-1]", 7, "an array cannot have -1 elements", "from 1 to 1024");
    complains_in_init(
        "int a[2] = {1}",
        12,
        "the array has 2 elements, but 1 values are given",
        "one value for each",
    );
    complains_in_init("int a[] = {1}", 7, "expected the length of the array, found `]`", "int a[2]");
    complains_in_init("int[2] a", 5, "expected `]`, found `2`", "new int[2]");
    complains_in_init("int[] a = {1}", 11, "expected `null`, found `{`", "let a thread create");
    complains_in_init("long a[2]", 6, "the array `a` has elements that are not ints", "int a[2]");
    complains_in_init("a[2] = {1, 2}", 1, "the array `a` has no type", "int a[");
    complains_in_init(
        "volatile int a[2]",
        14,
        "an array cannot be volatile: its elements never are",
        "a[i].getVolatile()",
    );
}

#[test]
fn mistakes_in_thread_names() {
    complains(
        "Java A\n{ }\n",
        (2, 4),
        "unexpected end of file, expected `Thread0 { … }`",
        "Thread0, Thread1",
    );
    complains(
        "Java A { }\nP0 { }",
        (2, 1),
        "expected `Thread0 { … }`, found `P0`",
        "threads are called Thread0",
    );
    complains(
        "Java A { }\nThread0 { }\nP1 { }",
        (3, 1),
        "expected `Thread1 { … }`, found `P1`",
        "threads are called",
    );
    complains(
        "Java A { }\nThread01 { }",
        (2, 1),
        "expected `Thread0 { … }`, found `Thread01`",
        "Thread0, Thread1",
    );
    complains("Java A { }\nThread1 { }", (2, 1), "`Thread1` stands where `Thread0` should", "without gaps");
    complains("Java A { }\nThread0 { } Thread0 { }", (2, 13), "`Thread0` is defined twice", "`Thread1`");
    complains("Java A { }\nThread99999999999 { }", (2, 1), "a test has at most 32 threads", "Thread31");
    complains(
        "Java A { } exists (x=1)",
        (1, 12),
        "expected `Thread0 { … }`, found `exists`",
        "Thread0, Thread1",
    );
    let threads: String = (0..33).map(|n| format!("Thread{n} {{ }}\n")).collect();
    complains(&format!("Java A {{ }}\n{threads}"), (34, 1), "a test has at most 32 threads", "Thread31");
}

#[test]
fn truncated_files_say_what_is_missing() {
    complains(
        "Java A { x = 0;",
        (1, 16),
        "unexpected end of file, expected the name of a variable",
        "entries",
    );
    complains(
        "Java A {\nx = 0\n",
        (2, 6),
        "unexpected end of file, expected `;` or `}`",
        "init block on line 1",
    );
    complains("Java A { }\nThread0", (2, 8), "unexpected end of file, expected `{`", "");
    complains(
        "Java A { }\nThread0 {\n x = 1;\n",
        (3, 8),
        "unexpected end of file, expected a statement or `}`",
        "on line 2 is never closed",
    );
    complains("Java A { } Thread0 { x =", (1, 25), "unexpected end of file, expected an expression", "");
    complains("Java A { } Thread0 { x = 1", (1, 27), "unexpected end of file, expected `;`", "ends with `;`");
    complains(
        "Java A { } Thread0 { } exists (",
        (1, 32),
        "unexpected end of file, expected a register or variable",
        "propositions",
    );
    complains(
        "Java A { } Thread0 { } exists (x=1",
        (1, 35),
        "unexpected end of file, expected `)` or a connective such as `/\\`",
        "propositions",
    );
}

#[test]
fn a_missing_semicolon_is_shown_where_it_should_stand() {
    complains(
        "Java T {}\nThread0 {\n  x = 1\n  x = 2;\n}",
        (3, 8),
        "expected `;`, found `x`",
        "ends with `;`",
    );
    complains_in_thread("x = 1 }", 6, "expected `;`, found `}`", "ends with `;`");
    complains_in_thread("r = q = 1;", 6, "expected `;`, found `=`", "statement of its own");
    complains_in_thread("r = x << 1;", 6, "expected `;`, found `<<`", "shifts");
    complains_in_thread("r = a ? 1 : 2;", 6, "expected `;`, found `?`", "`if` and `else`");
    complains_in_thread("r = x /\\ y;", 6, "expected `;`, found `/\\`", "`&&`");
}

#[test]
fn mistakes_in_method_calls() {
    complains_in_thread(
        "X.frobnicate(1);",
        3,
        "there is no method `frobnicate`",
        "the methods are get[Opaque|",
    );
    complains_in_thread(
        "r = X.getAquire();",
        7,
        "there is no method `getAquire`",
        "did you mean `getAcquire`?",
    );
    complains_in_thread(
        "X.setVolatle(1);",
        3,
        "there is no method `setVolatle`",
        "did you mean `setVolatile`?",
    );
    complains_in_thread("X.fullFence();", 3, "there is no method `fullFence`", "write `fullFence();`");
    complains_in_thread("m.wait();", 3, "there is no method `wait`", "waiting on monitors");
    complains_in_thread("X.set();", 3, "`set` takes 1 argument, but 0 are given", "`set(value)`");
    complains_in_thread("r = X.get(1);", 7, "`get` takes no arguments, but 1 are given", "`get()`");
    complains_in_thread(
        "X.compareAndSet(1);",
        3,
        "`compareAndSet` takes 2 arguments, but 1 are given",
        "(expected, new)",
    );
    complains_in_thread("r = X.set(1);", 7, "`set` has no result", "statement of its own");
    complains_in_thread("r = X.get;", 10, "expected `(`, found `;`", "");
    complains_in_thread("X.(1);", 3, "expected the name of a method, found `(`", "X.getAcquire()");
    complains_in_thread("X.set(1 2);", 9, "expected `,` or `)`, found `2`", "");
}

#[test]
fn mistakes_in_functions() {
    complains_in_thread("fullfence();", 1, "there is no function `fullfence`", "did you mean `fullFence`?");
    complains_in_thread("foo(1);", 1, "there is no function `foo`", "the functions are fullFence");
    complains_in_thread("r = foo(1);", 5, "there is no function `foo`", "the functions are fullFence");
    complains_in_thread("r = fullFence();", 5, "`fullFence` has no result", "statement of its own");
    complains_in_thread("fullFence(1);", 11, "expected `)`, found `1`", "no arguments");
    complains_in_thread("VarHandle.foo();", 11, "there is no function `foo`", "the functions are");
    complains_in_thread("VarHandle.5;", 11, "expected the name of a fence, found `5`", "");
    complains_in_thread(
        "System.exit(0);",
        1,
        "only `System.out.println(e);` is known of `System`",
        "print(e)",
    );
    complains_in_thread(
        "print(\"hello\");",
        7,
        "expected an expression, found `\"hello\"`",
        "message of an assert",
    );
}

#[test]
fn java_that_the_language_does_not_have() {
    let reserved = |word: &str| format!("`{word}` is a reserved word, expected a statement");
    complains_in_thread("for (;;) { }", 1, &reserved("for"), "`while`");
    complains_in_thread("x = 1; continue;", 8, &reserved("continue"), "`if`");
    complains_in_thread("switch (x) { }", 1, &reserved("switch"), "`if` and `else`");
    complains_in_thread("try { }", 1, &reserved("try"), "ends its thread");
    complains_in_thread("final int r = 1;", 1, &reserved("final"), "leave out");
    complains_in_thread("double r = 1;", 1, &reserved("double"), "`long`");
    complains_in_thread("else x = 1;", 1, &reserved("else"), "right behind");
    complains_in_thread("volatile int v;", 1, &reserved("volatile"), "init block");
    complains_in_thread("var r = 1;", 1, "`var` starts no statement", "starts with `int`");
    complains_in_thread("int a[2];", 5, "local arrays are not supported", "init block");
    complains_in_thread("int[2] a;", 5, "expected `]`, found `2`", "new int[2]");
    complains_in_thread(
        "r = this(1);",
        5,
        "`this` is a reserved word, expected an expression",
        "constructors",
    );
    complains_in_thread("r = new F;", 10, "expected `(`, found `;`", "`new F()`");
    complains_in_thread("throw e;", 7, "expected `new RuntimeException();`, found `e`", "by hand");
    complains_in_thread("a[0] += 1;", 1, "an array element cannot be updated in place", "getAndAdd");
    complains_in_thread("a[0]++;", 1, "an array element cannot be updated in place", "getAndAdd");
    complains_in_thread("++a[0];", 3, "an array element cannot be updated in place", "getAndAdd");
    complains_in_thread("return 1;", 8, "expected `;`, found `1`", "returns no value");
}

#[test]
fn mistakes_in_statements() {
    complains_in_thread("r1;", 3, "expected `=` or `.`, found `;`", "`r1 = 1;`");
    complains_in_thread("r1 + 1;", 4, "expected `=` or `.`, found `+`", "`r1 = 1;`");
    complains_in_thread("5;", 1, "expected a statement, found `5`", "");
    complains_in_thread("if x = 1;", 4, "expected `(`, found `x`", "");
    complains_in_thread("if (x = 1) ;", 7, "expected `)`, found `=`", "`==`");
    complains_in_thread("do x = 1; x = 2;", 11, "expected `while`, found `x`", "`while (…);`");
    complains_in_thread("synchronized (m) x = 1;", 18, "expected `{`, found `x`", "");
    complains_in_thread("synchronized (1) { }", 15, "expected the name of a monitor, found `1`", "");
    complains_in_thread("start foo;", 7, "expected the name of a thread, found `foo`", "start Thread1;");
    complains_in_thread("join T40;", 6, "a test has at most 32 threads", "Thread31");
    complains_in_thread("assert x : 5;", 12, "expected a message in double quotes, found `5`", "");
    complains_in_thread("int = 1;", 5, "expected the name of a local variable, found `=`", "");
    complains_in_thread("x = (1;", 7, "expected `)`, found `;`", "");
    complains_in_thread("x = a[1;", 8, "expected `]`, found `;`", "");
    let long = format!("{} = 1;", "a".repeat(256));
    complains_in_thread(&long, 1, "the name is longer than 255 characters", "");
}

#[test]
fn mistakes_in_conditions() {
    complains_in_condition("exists x", 9, "unexpected end of file, expected `=` or `!=`", "equality only");
    complains_in_condition("exists x < 1", 10, "expected `=` or `!=`, found `<`", "equality only");
    complains_in_condition("exists (1=x)", 9, "expected a register or variable, found `1`", "propositions");
    complains_in_condition(
        "exists (x=1 y=2)",
        13,
        "expected `)` or a connective such as `/\\`, found `y`",
        "propositions",
    );
    complains_in_condition("exists /\\", 8, "expected a register or variable, found `/\\`", "propositions");
    complains_in_condition("exists a[-1]=1", 10, "an index cannot be negative", "a[0]");
    complains_in_condition("exists r:x=1", 8, "`r` is not a thread", "`0:r1`");
    complains_in_condition("~forall x=1", 2, "expected `exists`, found `forall`", "`~exists P`");
    complains_in_condition("locations [x 0:r]", 14, "expected `;` or `]`, found `0`", "locations [");
    complains_in_condition(
        "exists (x=1) y=2",
        14,
        "text after the condition: `y`",
        "only comments may follow",
    );
    complains_in_condition(
        "exists (x=1) exists (y=2)",
        14,
        "text after the condition: `exists`",
        "only comments",
    );
    complains_in_condition("exists (x=1) \u{0}", 14, "unexpected character '\\u{0}'", "text file");
    complains_in_condition(
        "x=1",
        1,
        "expected a thread, `locations`, `filter`, `exists`, `~exists`, `forall` or the end of the file, found `x`",
        "",
    );
}

#[test]
fn errors_name_the_file() {
    assert!(bad(&in_thread("x")).to_string().starts_with("t.litmus:3:"));
}

#[test]
fn mistakes_with_objects() {
    let in_init =
        |entry: &str, column, message: &str, hint: &str| complains_in_init(entry, column, message, hint);
    in_init("class { }", 7, "expected the name of a class, found `{`", "entries are written");
    in_init("class int { }", 7, "`int` is a reserved word, expected the name of a class", "another name");
    in_init("class F { int }", 15, "expected the name of a field, found `}`", "entries are written");
    in_init("class F { final f; }", 18, "expected the name of a field, found `;`", "entries are written");
    in_init("class F { double d; }", 11, "expected a type, found `double`", "`long`");
    in_init("class F { static int d; }", 11, "expected a type, found `static`", "leave it out");
    in_init("class F { int a[2]; }", 16, "expected `;`, found `[`", "`int[] a;`");
    in_init(
        "class F { F(int) { } }",
        16,
        "expected the name of a parameter, found `)`",
        "entries are written",
    );
    in_init("class F { F(int a int b) { } }", 19, "expected `,` or `)`, found `int`", "entries are written");
    in_init("F p = 0", 7, "expected `null`, found `0`", "let a thread create");
    in_init("volatile F p = new F()", 16, "expected `null`, found `new`", "let a thread create");
    complains(
        "Java T { class F { int f; ",
        (1, 26),
        "unexpected end of file, expected a field, a constructor or `}`",
        "line 1",
    );
    complains_in_thread("p = new;", 8, "expected the name of a class, found `;`", "");
    complains_in_thread(
        "p = new long[2];",
        9,
        "`long` is a reserved word, expected the name of a class",
        "another",
    );
    complains_in_thread("p = new int[];", 14, "expected `{`, found `;`", "");
    complains_in_thread("p = new int[-1];", 13, "an array cannot have -1 elements", "from 0 to 1024");
    complains_in_thread("p = new int[n];", 13, "expected a number, found `n`", "");
    complains_in_thread("p = q.;", 7, "expected the name of a method, found `;`", "X.getAcquire()");
    complains_in_thread("p = q.5;", 7, "expected the name of a method, found `5`", "X.getAcquire()");
    complains_in_thread("p.f;", 4, "expected `=` or `.`, found `;`", "`p.f = 1;`");
    complains_in_thread("class F { }", 1, "`class` is a reserved word, expected a statement", "init block");
    complains(
        "Java T\n{ class F { } F p; }\nThread0 { p = F(); }",
        (3, 15),
        "there is no function `F`",
        "`new F(…)`",
    );
    complains_in_condition(
        "exists (0:q=this)",
        13,
        "`this` is a reserved word, expected a register or variable",
        "constructors",
    );
}
