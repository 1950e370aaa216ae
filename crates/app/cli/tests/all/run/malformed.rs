//! Invalid flags, files and JDKs: exit code 2, a message that names the place, and no panic.

use super::jdk;
use crate::support::{Dir, finish, thinair};

#[test]
fn wrong_flags_are_refused() {
    let refused = |words: &[&str], why: &str| {
        thinair(&[&["run"], words].concat()).exits(2).complains(why);
    };
    refused(&[], "<TARGET>...");
    refused(&["Hello", "--bogus"], "to pass '--bogus' as a value, use '-- --bogus'");
    refused(&["--seed", "1", "Hello"], "`--seed` needs `--schedule random`");
    refused(&["--schedule", "fair", "Hello"], "invalid value 'fair'");
    refused(&["--trace=some", "Hello"], "invalid value 'some'");
    refused(&["--bogus", "Hello"], "unexpected argument '--bogus'");
    refused(&["-D", "=x", "Hello"], "there is no name");
    refused(&["--time-limit", "soon", "Hello"], "does not start with a number");
    refused(&["--processors", "0", "Hello"], "0 is not in 1..=1024");
    refused(&["-q", "-v", "Hello"], "cannot be used with");
    refused(&["-cp"], "a value is required for '--class-path <PATH>'");
}

#[test]
fn help_shows_examples_and_exit_codes() {
    thinair(&["run", "--help"]).exits(0).says("thinair run -cp build/classes p.Main").says("Exit codes:");
}

#[test]
fn targets_that_are_not_there_or_not_files_are_named() {
    let jdk = jdk::any();
    let dir = Dir::new();
    for name in ["Folder.java", "folder.jar", "Folder.class"] {
        std::fs::create_dir(dir.path(name)).unwrap();
        jdk.run_in(&dir, &[name]).exits(2).complains(&format!("no class with a main method in {name}"));
    }
    for name in ["None.java", "none.jar", "None.class"] {
        jdk.run_in(&dir, &[name]).exits(2).complains(&format!("error: cannot read {name}")).complains("hint");
    }
    jdk.run_in(&dir, &["None"])
        .exits(2)
        .complains("there is no class None on the class path .")
        .complains("hint");
    jdk.run_in(&dir, &["a b"]).exits(2).complains("there is no class a b");
    jdk.run_in(&dir, &["a;b"]).exits(2).complains("a;b is not the name of a class");
    jdk.run_in(&dir, &["p..Main"]).exits(2).complains("p..Main is not the name of a class");
}

#[test]
fn what_javac_refuses_is_shown_as_javac_says_it() {
    let jdk = jdk::any();
    let dir = Dir::new();
    dir.write("Wrong.java", "class Wrong {\n  int x = \"text\";\n}\n");
    let mut command = jdk.thinair(&dir, &["Wrong.java"]);
    std::fs::create_dir(dir.path("tmp")).unwrap();
    let run = finish(command.env("TMPDIR", dir.path("tmp")).spawn().unwrap()).exits(2);
    run.complains("Wrong.java:2: error: incompatible types: String cannot be converted to int")
        .complains("1 error");
    assert_eq!(std::fs::read_dir(dir.path("tmp")).unwrap().count(), 0, "the private folder is removed");
    dir.write("Empty.java", "// nothing\n");
    jdk.run_in(&dir, &["Empty.java"]).exits(2).complains("there is no class in this file");
    dir.write("Idle.java", "class Idle { }\n");
    jdk.run_in(&dir, &["Idle.java"]).exits(2).complains("no method").complains("in class Idle");
    let mut command = jdk.thinair(&dir, &["Idle.java"]);
    let run = finish(command.env("TMPDIR", dir.path("gone")).spawn().unwrap()).exits(2);
    run.complains("cannot create").complains("set TMPDIR");
}

#[test]
fn remarks_of_javac_are_shown_unless_quiet() {
    let jdk = jdk::any();
    let dir = Dir::new();
    let source = "class Raw { public static void main(String[] a) { new java.util.ArrayList().add(a); } }";
    dir.write("Raw.java", source);
    jdk.run_in(&dir, &["Raw.java"]).exits(0).complains("unchecked or unsafe operations");
    assert_eq!(jdk.run_in(&dir, &["-q", "Raw.java"]).exits(0).err, "");
}

#[test]
fn a_class_file_cut_short_anywhere_is_refused_with_the_place() {
    let jdk = jdk::any();
    let whole = jdk.class("Nothing");
    for length in (0..whole.len()).step_by(1 + whole.len() / 24) {
        let dir = Dir::new();
        dir.write("Nothing.class", &whole[..length]);
        let run = jdk.run_in(&dir, &["Nothing.class"]).exits(2);
        run.complains("error: Nothing.class: ").complains("offset ").complains("hint");
        jdk.run_in(&dir, &["-cp", ".", "Nothing"]).exits(2).complains("Nothing.class: ").complains("offset ");
    }
}

#[test]
fn a_class_file_with_a_wrong_byte_is_refused_or_run_but_never_a_bug() {
    let jdk = jdk::any();
    let whole = jdk.class("Hello");
    let mut refused = 0;
    for at in (0..whole.len()).step_by(1 + whole.len() / 60) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        let dir = Dir::new();
        dir.write("Hello.class", bytes);
        let run = jdk.run_in(&dir, &["--max-bytecodes", "1000000", "Hello.class"]);
        assert!((0..=3).contains(&run.code) && !run.err.contains("internal error"), "byte {at}: {run:#?}");
        refused += usize::from(run.code == 2);
    }
    assert!(refused > 20, "most wrong bytes are found before the program begins: {refused}");
}

#[test]
fn a_method_with_impossible_code_is_refused_with_the_class() {
    let jdk = jdk::any();
    let mut bytes = jdk.class("Nothing");
    // The constructor: aload_0, invokespecial, …, return.
    let at = bytes.windows(2).position(|w| w == [0x2a, 0xb7]).expect("javac begins constructors so");
    bytes[at] = 0xfe;
    let dir = Dir::new();
    dir.write("Nothing.class", bytes);
    let run =
        jdk.run_in(&dir, &["Nothing.class"]).exits(2).complains("error: ./Nothing.class: class Nothing: ");
    run.complains(&format!("offset {at}: "));
}

#[test]
fn other_files_with_these_names_are_refused() {
    let jdk = jdk::any();
    let dir = Dir::new();
    dir.write("Text.class", "public class Text { }\n");
    jdk.run_in(&dir, &["Text.class"]).exits(2).complains("error: Text.class: offset 0: ");
    dir.write("text.jar", "this is not a zip file, whatever its name says\n");
    jdk.run_in(&dir, &["text.jar"]).exits(2).complains("error: text.jar: ");
    jdk.run_in(&dir, &["-cp", "text.jar", "Main"]).exits(2).complains("text.jar: ").complains("hint");
    dir.write("Nothing.class", jdk.class("Nothing"));
    // Ignored as by java, but not silently.
    let run = jdk.run_in(&dir, &["-cp", "text.jar:.", "Nothing"]).exits(2);
    run.complains("ignored, as by java: text.jar: ").complains("in class Nothing");
    dir.write("empty.jar", "");
    jdk.run_in(&dir, &["empty.jar"]).exits(2).complains("error: empty.jar: ");
}

#[test]
fn a_jar_must_name_a_main_class_that_is_there() {
    let jdk = jdk::any();
    let dir = Dir::new();
    dir.write("Nothing.class", jdk.class("Nothing"));
    dir.write("gone", "Main-Class: p.Gone\n");
    dir.write("nothing", "Main-Class: Nothing\n");
    jdk.tool(&dir, "jar", &["cf", "without.jar", "Nothing.class"]);
    jdk.tool(&dir, "jar", &["cfm", "gone.jar", "gone", "Nothing.class"]);
    jdk.tool(&dir, "jar", &["cfm", "nothing.jar", "nothing", "Nothing.class"]);
    let run = jdk.run_in(&dir, &["without.jar"]).exits(2).complains("there is no Main-Class in its manifest");
    run.complains("hint: it has no class with a main method");
    jdk.run_in(&dir, &["gone.jar"]).exits(2).complains("there is no class p.Gone on the class path gone.jar");
    jdk.run_in(&dir, &["nothing.jar"]).exits(2).complains("no method").complains("in class Nothing");
}

#[test]
fn classes_that_cannot_be_main_are_refused() {
    for jdk in jdk::all() {
        jdk.run(&["Nothing"]).exits(2).complains("no method").complains("in class Nothing").complains("hint");
        let dir = Dir::new();
        dir.write("Derived.class", jdk.class("Derived"));
        let run = jdk.run_in(&dir, &["Derived.class"]).exits(2);
        run.complains("cannot load the main class Derived: NoClassDefFoundError: Base").complains("hint");
        dir.write("Package.class", jdk.class("p/Package"));
        let run = jdk
            .run_in(&dir, &["Package.class"])
            .exits(2)
            .complains("Package.class holds the class p.Package");
        run.complains("p/Package.class below a folder of the class path");
        let run = jdk.run_in(&dir, &["-cp", ".", "Package"]).exits(2);
        run.complains("./Package.class holds the class p.Package, not Package").complains("hint");
    }
}

#[test]
fn a_class_for_a_newer_java_is_refused_with_both_releases() {
    let jdk = jdk::any();
    let dir = Dir::new();
    let mut bytes = jdk.class("Hello");
    bytes[7] = u8::try_from(44 + jdk.release + 1).unwrap();
    dir.write("Hello.class", &bytes);
    let run = jdk.run_in(&dir, &["Hello.class"]).exits(2);
    let next = jdk.release + 1;
    run.complains(&format!("compiled for Java {next}, but this JDK is Java {}", jdk.release))
        .complains("--jdk");
    // An invalid class that is only loaded later is the program's own problem, as with java.
    dir.write("Inherits.class", jdk.class("Inherits"));
    let run = jdk.run_in(&dir, &["Inherits.class"]).exits(2);
    let versions = (bytes[7], bytes[7] - 1);
    run.complains("UnsupportedClassVersionError: Hello has been compiled by a more recent version")
        .complains(&format!("(class file version {}.0)", versions.0))
        .complains(&format!("up to {}.0", versions.1));
    bytes[7] -= 1;
    bytes[4..6].copy_from_slice(&[0xff, 0xff]);
    dir.write("Hello.class", &bytes);
    jdk.run_in(&dir, &["Hello.class"]).exits(2).complains("was compiled with --enable-preview");
}

#[test]
fn a_jdk_that_is_none_or_has_no_compiler_is_refused() {
    let jdk = jdk::any();
    let dir = Dir::new();
    dir.write("Hello.java", "class Hello { }");
    let with = |home: &str, target: &str| dir.run(&["run", "--jdk", home, target]).exits(2);
    with("nowhere", "Hello.java").complains("no JDK in nowhere").complains("hint");
    dir.write("odd/release", "JAVA_VERSION=\"seventeen\"\n");
    with("odd", "Hello").complains("no JAVA_VERSION with a number");
    dir.write("old/release", "JAVA_VERSION=\"1.8.0_292\"\n");
    with("old", "Hello").complains("1.8.0_292");
    dir.write("broken/release", format!("JAVA_VERSION=\"{}\"\n", jdk.release));
    dir.write("broken/lib/modules", "not an image");
    with("broken", "Hello").complains("broken/lib/modules");
    // A run-time image without a compiler.
    dir.write("image/release", format!("JAVA_VERSION=\"{}\"\n", jdk.release));
    std::fs::create_dir(dir.path("image/lib")).unwrap();
    std::os::unix::fs::symlink(jdk.home.join("lib/modules"), dir.path("image/lib/modules")).unwrap();
    with("image", "Hello.java")
        .complains("the JDK in image has no compiler image/bin/javac")
        .complains("hint");
}
