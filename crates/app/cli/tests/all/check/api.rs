//! The class `thinair.Thinair` (docs/API.md), and the corresponding methods of Java PathFinder.

use super::tool::{check_in, javac, oldest, thinair};
use crate::support::Dir;
use std::process::Command;

const DICE: &str = "import static thinair.Thinair.*;\n\
    public class Dice {\n\
      public static void main(String[] args) {\n\
        int a = choose(3);\n\
        String b = choose(\"x\", \"y\");\n\
        assume(a > 0);\n\
        observe(\"a\", a);\n\
        observe(\"b\", b);\n\
        if (args.length > 0 && a == 2 && b.equals(\"y\")) throw unreachable();\n\
      }\n\
    }\n";

#[test]
fn a_source_file_may_use_it_as_it_is() {
    let dir = Dir::new();
    dir.write("Dice.java", DICE);
    let run = check_in(&dir, &["Dice.java"]).exits(0);
    assert_eq!(run.err, "");
    run.says("Outcomes\n  a=1, b=x\n  a=1, b=y\n  a=2, b=x\n  a=2, b=y\n\n");
    check_in(&dir, &["Dice.java", "--", "fail"])
        .exits(1)
        .says("assertion: java.lang.AssertionError: reached Dice.main");
    let home = oldest().home.to_str().unwrap();
    let run = thinair(&dir, &["run", "--jdk", home, "Dice.java"]).exits(0);
    assert!(run.out.is_empty() || run.out.starts_with("a="), "{run:#?}");
    assert_eq!(dir.files(), ["Dice.java"]);
}

#[test]
fn the_jar_is_there_to_compile_against() {
    let dir = Dir::new();
    dir.write("Dice.java", DICE);
    let home = oldest().home.to_str().unwrap();
    thinair(&dir, &["api", "--jdk", home]).exits(0).complains("wrote thinair-api.jar");
    let mut command = Command::new(oldest().command("javac"));
    javac(&dir, command.args(["-cp", "thinair-api.jar", "-d", "classes", "Dice.java"]));
    let run = check_in(&dir, &["-cp", "classes:thinair-api.jar", "Dice"]).exits(0).says("a=2, b=y");
    assert_eq!(run.err, "");
    check_in(&dir, &["-cp", "thinair-api.jar", "Dice.java"]).exits(0).says("a=2, b=y");
    let run = check_in(&dir, &["-cp", "classes", "Dice"]).complains("`thinair api` writes thinair-api.jar");
    assert_eq!(run.code, 1, "a NoClassDefFoundError escapes: {run:#?}");
}

#[test]
fn a_jar_that_cannot_be_written_is_an_error() {
    let run = thinair(&Dir::new(), &["api", "--out", "no/such/folder/api.jar"]).exits(2);
    run.complains("cannot write no/such/folder/api.jar");
}

#[test]
fn a_source_without_main_does_not_take_the_checkers_class_for_its_own() {
    let dir = Dir::new();
    dir.write("Idle.java", "class Idle { int x = thinair.Thinair.choose(2); }\n");
    check_in(&dir, &["Idle.java"]).exits(2).complains("Idle");
}

#[test]
fn pathfinders_words_are_understood() {
    let dir = Dir::new();
    dir.write(
        "src/gov/nasa/jpf/vm/Verify.java",
        "package gov.nasa.jpf.vm;\n\
         public class Verify {\n\
           public static int getInt(int low, int high) { return low; }\n\
           public static boolean getBoolean() { return false; }\n\
           public static void ignoreIf(boolean condition) { }\n\
         }\n",
    );
    dir.write(
        "Roll.java",
        "import gov.nasa.jpf.vm.Verify;\n\
         class Roll {\n\
           public static void main(String[] args) {\n\
             int n = Verify.getInt(3, 5);\n\
             boolean b = Verify.getBoolean();\n\
             Verify.ignoreIf(n == 4);\n\
             assert n != 4;\n\
             thinair.Thinair.observe(\"roll\", n + \" \" + b);\n\
           }\n\
         }\n",
    );
    let mut command = Command::new(oldest().command("javac"));
    javac(&dir, command.args(["-d", "classes", "src/gov/nasa/jpf/vm/Verify.java"]));
    let run = check_in(&dir, &["-cp", "classes", "Roll.java"]).exits(0);
    run.says("Outcomes\n  roll=3 false\n  roll=3 true\n  roll=5 false\n  roll=5 true\n\n");
}
