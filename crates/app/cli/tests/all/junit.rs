//! `thinair test` (docs/JUNIT.md): JUnit tests as programs. The annotations are stand-ins of the same names;
//! `maven.rs` has the real ones.

use crate::check::tool::{javac, oldest};
use crate::support::Dir;
use std::process::Command;

const API: [(&str, &str); 9] = [
    ("Test", ""),
    ("BeforeAll", ""),
    ("BeforeEach", ""),
    ("AfterEach", ""),
    ("AfterAll", ""),
    ("Nested", ""),
    ("Disabled", "String value() default \"\";"),
    ("TestFactory", ""),
    ("extension/ExtendWith", "Class<?>[] value();"),
];

const TESTS: &str = r#"package p;
import org.junit.jupiter.api.*;
class Base {
    static String log = "";
    @BeforeAll static void a() { log += "A"; }
    @BeforeEach void b() { log += "b"; }
    @AfterEach void y() { log += "y"; }
    @AfterAll static void z() { log += "z"; System.out.println(log); assert log.equals("AbBxzy") || true; }
    void inherited() { }
}
class LifeTest extends Base {
    int n; volatile int v;
    @BeforeEach void c() { log += "c"; }
    @AfterEach void x() { log += "x"; }
    void both(Runnable r) throws Exception {
        Thread a = new Thread(r, "a"), b = new Thread(r, "b");
        a.start(); b.start(); a.join(); b.join();
    }
    @Test void racy() throws Exception { both(() -> n++); assert n == 2; }
    @Test void calm() throws Exception { both(() -> { synchronized (this) { n++; } }); assert n == 2; }
    @Test void order() { assert log.equals("Abc") : log; }
    @Test void fails() { throw new IllegalStateException("in the test"); }
    @Disabled("later") @Test void off() { assert false; }
    void none() { }
    @Nested class Inner {
        int m;
        @BeforeEach void d() { log += "d"; m = 1; }
        @AfterEach void w() { log += "w"; }
        @Test void order() { assert log.equals("Abcd") && m == 1 && n == 0 : log; }
    }
}
class AfterTest {
    static int ends;
    @AfterEach void after() { ends++; throw new RuntimeException("from after"); }
    @AfterAll static void all() { assert ends == 1; }
    @Test void first() { throw new IllegalStateException("from the test"); }
    @Test void only() { }
}
class ParamTest {
    enum Colour { RED, BLUE }
    @org.junit.jupiter.params.ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(ints = {1, 2, 3})
    void even(int n) { assert n % 2 == 0 : n; }
    @org.junit.jupiter.params.ParameterizedTest
    @org.junit.jupiter.params.provider.EnumSource
    void colour(Colour c) { assert c != Colour.BLUE; }
    @Test void given(String text, long n, boolean b) { assert text.equals("x") && n == 7 && b; }
}
@org.junit.jupiter.api.extension.ExtendWith(String.class)
class ExtendedTest { @Test void any() { } }
class TakesTest { TakesTest(int n) { } @Test void any() { } }
class NoTest { void any() { } }
"#;

/// A folder `out` with the classes.
fn compiled() -> Dir {
    let dir = Dir::new();
    let retained =
        "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface";
    let mut sources = vec!["src/p/Tests.java".to_owned()];
    let mut put = |package: &str, name: &str, body: &str| {
        let file = format!("src/{}/{name}.java", package.replace('.', "/"));
        dir.write(&file, format!("package {package};\n{retained} {name} {{ {body} }}"));
        sources.push(file);
    };
    for (name, body) in API {
        let (package, name) = name.rsplit_once('/').map_or(("", name), |(package, name)| (package, name));
        let package = format!("org.junit.jupiter.api{}{package}", if package.is_empty() { "" } else { "." });
        put(&package, name, body);
    }
    put("org.junit.jupiter.params", "ParameterizedTest", "");
    put("org.junit.jupiter.params.provider", "ValueSource", "int[] ints() default {};");
    put("org.junit.jupiter.params.provider", "EnumSource", "");
    dir.write("src/p/Tests.java", TESTS);
    javac(&dir, Command::new(oldest().command("javac")).arg("-d").arg(dir.path("out")).args(&sources));
    dir
}

#[test]
fn a_test_is_a_program_with_its_life_cycle() {
    let dir = compiled();
    let test = |name: &str, more: &[&str]| dir.run(&[&["test", "-cp", "out", name][..], more].concat());
    test("p.LifeTest#racy", &[]).exits(1).says("p.LifeTest#racy under jmm: violated").says("AssertionError");
    test("p.LifeTest#calm", &[]).exits(0).says("holds");
    // Superclasses come first before a test, and the outer object before the nested one.
    test("p.LifeTest#order", &[]).exits(0);
    test("p.LifeTest$Inner#order", &[]).exits(0);
    test("p.LifeTest#fails", &[]).exits(1).says("IllegalStateException: in the test");
    let told = test("p.LifeTest#order", &["--property", "race", "-v"]).exits(0);
    assert!(told.out.contains("holds"), "{told:?}");
    // After the test everything runs that must, and the first exception is the one that is told.
    let after = test("p.AfterTest#first", &[]).exits(1);
    assert!(after.out.contains("from the test") && !after.out.contains("from after"), "{after:?}");
    test("p.AfterTest#only", &[]).exits(1).says("from after");
}

#[test]
fn classes_and_folders_stand_for_their_tests_and_none_is_an_error() {
    let dir = compiled();
    let run = dir.run(&["test", "-cp", "out", "p.LifeTest", "-q", "--junit", "r.xml"]).exits(1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines,
        [
            "p.LifeTest#racy jmm violated",
            "p.LifeTest#calm jmm holds",
            "p.LifeTest#order jmm holds",
            "p.LifeTest#fails jmm violated",
            "p.LifeTest$Inner#order jmm holds",
        ]
    );
    assert!(run.err.contains("p.LifeTest#off is disabled: later"), "{run:?}");
    let xml = dir.read("r.xml");
    assert!(xml.contains("classname=\"p.LifeTest\" name=\"racy jmm\""), "{xml}");
    let all = dir.run(&["test", "out", "-q"]).exits(1);
    assert!(
        all.out.contains("p.ParamTest#even[2] jmm holds") && all.out.contains("p.LifeTest#calm"),
        "{all:?}"
    );
    dir.run(&["test", "-cp", "out", "p.NoTest"]).exits(2).complains("there is no test in p.NoTest");
    dir.run(&["test", "-cp", "out", "p.LifeTest#none"]).exits(2).complains("the method is no test");
    dir.run(&["test", "-cp", "out", "p.Absent"]).exits(2).complains("there is no class p.Absent");
}

#[test]
fn arguments_come_from_annotations_or_from_the_command_line() {
    let dir = compiled();
    let run = dir.run(&["test", "-cp", "out", "p.ParamTest", "-q"]);
    for line in ["even[1] jmm violated", "even[2] jmm holds", "colour[1] jmm holds", "colour[2] jmm violated"]
    {
        assert!(run.out.contains(&format!("p.ParamTest#{line}")), "{line}: {run:?}");
    }
    dir.run(&["test", "-cp", "out", "p.ParamTest#given", "-q", "--", "x", "7", "true"]).exits(0);
    dir.run(&["test", "-cp", "out", "p.ParamTest#given", "-q", "--", "x", "8", "true"]).exits(1);
    dir.run(&["test", "-cp", "out", "p.ParamTest#given", "--", "x", "seven", "true"])
        .exits(2)
        .complains("seven");
    dir.run(&["test", "-cp", "out", "p.ParamTest#given"]).exits(2).complains("3 parameters, and 0 arguments");
    // The token names the invocation.
    let run = dir.run(&["test", "-cp", "out", "p.ParamTest#even[3]"]).exits(1);
    let token = run.out.split('\'').nth(1).expect("a token").to_owned();
    dir.run(&["replay", &token]).exits(1).says("3 in main");
}

#[test]
fn what_only_junit_would_do_is_refused() {
    let dir = compiled();
    dir.run(&["test", "-cp", "out", "p.ExtendedTest"]).exits(2).complains("@ExtendWith runs String");
    dir.run(&["test", "-cp", "out", "p.TakesTest"]).exits(2).complains("no constructor without parameters");
}
