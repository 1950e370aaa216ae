//! Some of the bad and hostile inputs of `cargo xtask hostile` (docs/RELIABILITY.md): no panic, a message,
//! limits enforced, nothing left behind.

use std::path::Path;
use testkit::hostile::Run;

#[test]
fn bad_and_hostile_inputs_are_answered_in_good_order() {
    let jdk =
        testkit::jdk::to_test_with().into_iter().next().unwrap_or_else(|| panic!("{}", testkit::jdk::ADVICE));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder is writable");
    let thinair = Path::new(env!("CARGO_BIN_EXE_thinair"));
    let run = Run { thinair, jdk: &jdk.home, folder: &folder, every: 12, seed: 1, workers: 2 };
    let summary = run.run().expect("the inputs can be made");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(summary.count > 40, "{}", summary.table);
    assert!(summary.wrong.is_empty(), "{}\n{}", summary.table, summary.wrong.join("\n"));
}
