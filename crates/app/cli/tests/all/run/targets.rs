//! What can be run, and how its environment is set.

use super::jdk::{self, Jdk};
use crate::support::Dir;

const GREETS: &str = "class Helper { static String greet(String who) { return \"hello \" + who; } }\n\
    public class Greets { public static void main(String[] args) { System.out.println(Helper.greet(args[0])); } }\n";

#[test]
fn a_source_file_is_compiled_in_a_folder_that_is_gone_afterwards() {
    for jdk in jdk::all() {
        let dir = Dir::new();
        dir.write("src/Greets.java", GREETS);
        std::fs::create_dir(dir.path("tmp")).unwrap();
        let mut command = jdk.thinair(&dir, &["src/Greets.java", "--", "--trace"]);
        let run = crate::support::finish(command.env("TMPDIR", dir.path("tmp")).spawn().unwrap()).exits(0);
        assert_eq!((run.out.as_str(), run.err.as_str()), ("hello --trace\n", ""));
        assert_eq!(std::fs::read_dir(dir.path("tmp")).unwrap().count(), 0, "the private folder is removed");
        assert_eq!(dir.files(), ["src", "tmp"]);
        assert_eq!(std::fs::read_dir(dir.path("src")).unwrap().count(), 1, "no class beside the source");
    }
}

#[test]
fn the_first_class_of_a_source_file_that_has_a_main_method_is_run() {
    let dir = Dir::new();
    let main = |name: &str| {
        format!(
            "class {name} {{ public static void main(String[] a) {{ System.out.println(\"{name}\"); }} }}\n"
        )
    };
    let helper = "class Helper { static class Inner { public static void main(String[] a) {} } }\n";
    dir.write("Two.java", format!("{helper}{}{}", main("Zebra"), main("Ant")));
    jdk::any().run_in(&dir, &["Two.java"]).exits(0).says("Zebra\n").never_says("Ant");
}

#[test]
fn a_source_file_sees_the_class_path_but_no_other_sources() {
    let jdk = jdk::any();
    let dir = Dir::new();
    dir.write(
        "lib/Helper.java",
        "public class Helper { public static String greet() { return \"from lib\"; } }",
    );
    dir.write(
        "Main.java",
        "class Main { public static void main(String[] a) { System.out.println(Helper.greet()); } }",
    );
    jdk.run_in(&dir, &["-cp", "lib", "Main.java"]).exits(2).complains("cannot find symbol");
    jdk.tool(&dir, "javac", &["lib/Helper.java"]);
    jdk.run_in(&dir, &["-cp", "lib", "Main.java"]).exits(0).says("from lib\n");
}

#[test]
fn a_class_file_is_run_from_wherever_one_stands() {
    let jdk = jdk::any();
    let dir = Dir::new();
    dir.write("out/Hello.class", jdk.class("Hello"));
    dir.write("out/p/Package.class", jdk.class("p/Package"));
    dir.write("out/p/Mate.class", jdk.class("p/Mate"));
    jdk.run_in(&dir, &["out/Hello.class", "x"]).exits(0).says("hello, 1 arguments\n<x>\n");
    jdk.run_in(&dir, &["out/p/Package.class"]).exits(0).says("in package p 7\n");
    let mut inside = jdk.thinair(&dir, &["Package.class"]);
    inside.current_dir(dir.path("out/p"));
    crate::support::finish(inside.spawn().unwrap()).exits(0).says("in package p 7\n");
    let elsewhere = ["-cp", "out", "Needs.class"];
    dir.write("Needs.class", jdk.class("Needs"));
    jdk.run_in(&dir, &elsewhere).exits(0).says("before\nin package p 7\n");
}

fn jars(jdk: &Jdk) -> Dir {
    let dir = Dir::new();
    dir.write("Needs.class", jdk.class("Needs"));
    dir.write("p/Package.class", jdk.class("p/Package"));
    dir.write("p/Mate.class", jdk.class("p/Mate"));
    dir.write("manifest", "Main-Class: Needs\nClass-Path: lib/p.jar\n");
    std::fs::create_dir(dir.path("lib")).expect("the folder is writable");
    jdk.tool(&dir, "jar", &["cf", "lib/p.jar", "p"]);
    jdk.tool(&dir, "jar", &["cfm", "app.jar", "manifest", "Needs.class"]);
    jdk.tool(&dir, "jar", &["cf", "lib/needs.jar", "Needs.class"]);
    std::fs::remove_dir_all(dir.path("p")).expect("the folder is writable");
    std::fs::remove_file(dir.path("Needs.class")).expect("the folder is writable");
    dir
}

#[test]
fn a_jar_is_run_by_its_manifest() {
    for jdk in jdk::all() {
        let dir = jars(jdk);
        jdk.run_in(&dir, &["app.jar"]).exits(0).says("before\nin package p 7\n");
        let run = jdk.run_in(&dir, &["-cp", "nowhere", "app.jar"]).exits(0).says("in package p 7\n");
        run.complains("-cp is ignored, as by java -jar");
    }
}

#[test]
fn the_class_path_has_directories_jars_and_all_jars_of_a_directory() {
    let jdk = jdk::any();
    let dir = jars(jdk);
    for option in ["-cp", "-classpath", "--class-path", "--classpath"] {
        jdk.run_in(&dir, &[option, "app.jar", "Needs"]).exits(0).says("in package p 7\n");
    }
    jdk.run_in(&dir, &["-cp", "lib/needs.jar:lib/p.jar", "Needs"]).exits(0).says("in package p 7\n");
    jdk.run_in(&dir, &["-v", "-cp", "lib/*", "Needs"]).exits(0).complains("class path lib/*\n");
    let run = jdk.run_in(&dir, &["-cp", "gone:lib/*", "Needs"]).exits(0);
    run.complains("thinair: gone of the class path does not exist\n");
}

#[test]
fn properties_processors_and_an_empty_environment_are_what_the_program_sees() {
    for jdk in jdk::all() {
        let words = ["-D", "colour=blue", "-Dempty", "--processors", "5", "Surroundings"];
        let run = jdk.run(&words).exits(0);
        let path = jdk.classes.display();
        assert_eq!(run.out, format!("{{}} null\n/ blue  null\n5\n{path}\n"), "{run:#?}");
        assert_eq!(run.err, "");
    }
}

#[test]
fn assertions_can_be_turned_off() {
    jdk::any().run(&["--no-assertions", "Asserts"]).exits(0).says("not asserted\n");
}

#[test]
fn verbose_names_jdk_class_path_and_main_class() {
    let jdk = jdk::any();
    let run = jdk.run(&["-v", "p/Package"]).exits(0).says("in package p 7\n");
    let run = run.complains(&jdk.home.display().to_string()).complains(&jdk.classes.display().to_string());
    run.complains("main class p.Package\n");
}

#[test]
fn java_home_decides_unless_a_jdk_is_named() {
    for jdk in jdk::all() {
        let dir = Dir::new();
        let mut command = dir.command(&["run", "-v", "-cp"]);
        command.arg(&jdk.classes).arg("Hello").env("JAVA_HOME", &jdk.home).env("THINAIR_CACHE", "");
        let home = jdk.home.canonicalize().unwrap();
        crate::support::finish(command.spawn().unwrap()).exits(0).complains(&home.display().to_string());
    }
}

#[test]
fn main_methods_of_instances_need_java_25() {
    for jdk in jdk::all() {
        let (instance, chooses) = (jdk.run(&["Instance"]), jdk.run(&["Chooses"]));
        let (thrower, hidden) = (jdk.run(&["BadConstructor"]), jdk.run(&["Hidden"]));
        if jdk.release < 25 {
            for run in [instance, chooses, thrower, hidden] {
                run.exits(2).complains("no method `public static void main(String[])` in class");
            }
            continue;
        }
        let theirs = jdk.java(&["Instance"]);
        assert_eq!((&instance.out, &instance.err, instance.code), (&theirs.out, &theirs.err, theirs.code));
        instance
            .exits(1)
            .says("constructed\nanswer 42\n")
            .complains("\tat Instance.main(Instance.java:12)\n");
        chooses.exits(0).says("without arguments\n");
        let theirs = jdk.java(&["BadConstructor"]);
        assert_eq!((&thrower.out, &thrower.err, thrower.code), (&theirs.out, &theirs.err, theirs.code));
        hidden.exits(2).complains("it has no constructor without parameters that is not private");
    }
}

#[test]
fn a_compact_source_file_needs_java_25() {
    for jdk in jdk::all() {
        let dir = Dir::new();
        dir.write("Compact.java", "int n = 3;\nvoid main() { System.out.println(\"compact \" + n); }\n");
        let run = jdk.run_in(&dir, &["Compact.java"]);
        if jdk.release < 25 {
            run.exits(2).complains("Compact.java:1: error:");
        } else {
            run.exits(0).says("compact 3\n");
        }
    }
}
