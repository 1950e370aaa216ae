//! A native method that touches undeclared data is detected. Only with debug assertions: otherwise natives
//! are not watched, and these do not exist.
#![cfg(debug_assertions)]

use super::tool::check_in;
use crate::support::Dir;

/// A program whose threads share an array that a native method accesses unasked.
fn program(name: &str, call: &str) -> String {
    format!(
        "package thinair.test;

public class {name} {{
    static final int[] shared = new int[1];

    public static void main(String[] args) throws Exception {{
        Thread other = new Thread(() -> shared[0] = 2);
        other.start();
        {call};
        other.join();
    }}
}}

class Liar {{
    static native int reads(int[] array);
    static native void writes(int[] array);
    static native void accesses(int[] array);
}}
"
    )
}

#[test]
fn a_native_that_accesses_shared_data_unasked_fails_the_search() {
    for (name, call, says) in [
        ("Reads", "Liar.reads(shared)", "reads word 2 of a shared [I without asking, and declares Constants"),
        ("Writes", "Liar.writes(shared)", "writes word 2 of a shared [I without asking, and declares Own"),
        ("Accesses", "Liar.accesses(shared)", "of a shared [I without asking, and declares Accesses"),
    ] {
        let dir = Dir::new();
        dir.write(&format!("{name}.java"), program(name, call));
        let run = check_in(&dir, &["--model", "sc", &format!("{name}.java")]);
        let all = format!("{}{}", run.out, run.err);
        assert!(all.contains(says) && all.contains("thinair itself"), "{name}: {run:#?}");
        assert!(!all.contains(": holds"), "{name}: {run:#?}");
    }
}

#[test]
fn what_no_other_thread_knows_may_be_accessed_unasked() {
    let dir = Dir::new();
    dir.write("Private.java", program("Private", "Liar.writes(new int[1])"));
    check_in(&dir, &["--model", "sc", "Private.java"]).exits(0);
}
