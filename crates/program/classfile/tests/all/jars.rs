//! Jars built here, well-formed and damaged, and class paths of jars and directories.

use crate::support;

use classfile::{Bytes, ClassPath, Jar, SourceError};
use fastrand::Rng;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;
use std::path::PathBuf;
use support::{Scratch, damage};

/// Packs entries; those whose name ends with `.class` are deflated, the others stored.
fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut out);
    for (name, contents) in entries {
        if name.ends_with('/') {
            archive.new_dir(*name).create().expect("writing to memory");
            continue;
        }
        let is_class = name.ends_with(".class");
        let method = if is_class { CompressionMethod::DEFLATE } else { CompressionMethod::STORE };
        let (mut entry, config) =
            archive.new_file(name).compression_method(method).start().expect("writing to memory");
        let descriptor = if is_class {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            writer.write_all(contents).expect("writing to memory");
            let (encoder, descriptor) = writer.finish().expect("writing to memory");
            encoder.finish().expect("writing to memory");
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(contents).expect("writing to memory");
            writer.finish().expect("writing to memory").1
        };
        entry.finish(descriptor).expect("writing to memory");
    }
    archive.finish().expect("writing to memory");
    out
}

fn open(bytes: Vec<u8>, release: u16) -> Result<Jar, SourceError> {
    Jar::from_bytes("test.jar", Bytes::from(bytes), release)
}

const MULTI_RELEASE: &[u8] = b"Manifest-Version: 1.0\r\nMulti-Release: true\r\nMain-Class: p.Main\r\n\r\n";

#[test]
fn finds_stored_and_deflated_entries_and_the_main_class() {
    let text = "text ".repeat(1000);
    let jar = jar(&[
        ("META-INF/MANIFEST.MF", MULTI_RELEASE),
        ("p/A.class", text.as_bytes()),
        ("empty", b""),
        ("d/", b""),
    ]);
    let jar = open(jar, 17).unwrap();
    assert_eq!(jar.manifest().main_class.as_deref(), Some("p.Main"));
    assert_eq!(jar.find("p/A.class").unwrap().as_deref(), Some(text.as_bytes()));
    assert_eq!(jar.find("empty").unwrap().as_deref(), Some(&[][..]));
    assert_eq!(jar.find("p/B.class").unwrap(), None);
    assert_eq!(jar.find("d/").unwrap(), None);
    assert_eq!(jar.names().collect::<Vec<_>>(), ["META-INF/MANIFEST.MF", "empty", "p/A.class"]);
}

#[test]
fn the_newest_version_that_the_release_allows_is_found() {
    let entries: [(&str, &[u8]); 6] = [
        ("META-INF/MANIFEST.MF", MULTI_RELEASE),
        ("A.class", b"base"),
        ("META-INF/versions/9/A.class", b"nine"),
        ("META-INF/versions/17/A.class", b"seventeen"),
        ("META-INF/versions/17/New.class", b"new"),
        ("META-INF/versions/8/A.class", b"eight"),
    ];
    for (release, wanted) in [(8, "base"), (9, "nine"), (16, "nine"), (17, "seventeen"), (25, "seventeen")] {
        let jar = open(jar(&entries), release).unwrap();
        assert_eq!(jar.find("A.class").unwrap().as_deref(), Some(wanted.as_bytes()), "{release}");
        assert_eq!(jar.find("New.class").unwrap().is_some(), release >= 17, "{release}");
    }
    // Without the attribute the directories are ordinary ones.
    let plain = open(jar(&entries[1..]), 25).unwrap();
    assert_eq!(plain.find("A.class").unwrap().as_deref(), Some(&b"base"[..]));
}

#[test]
fn of_two_entries_of_a_name_the_last_counts() {
    let jar = open(jar(&[("a", b"first"), ("b", b"other"), ("a", b"last")]), 17).unwrap();
    assert_eq!(jar.find("a").unwrap().as_deref(), Some(&b"last"[..]));
    assert_eq!(jar.names().count(), 2);
}

/// The offset of the central directory, as given by its end record.
fn directory(bytes: &[u8]) -> usize {
    let end = bytes.len() - 22;
    u32::from_le_bytes(bytes[end + 16..end + 20].try_into().expect("four bytes")) as usize
}

#[test]
fn refuses_entries_that_are_damaged_encrypted_too_large_or_packed_strangely() {
    let whole = jar(&[("a.txt", b"some contents")]);
    let at = directory(&whole);
    let spoilt = |position: usize, value: &[u8]| {
        let mut bytes = whole.clone();
        bytes[position..position + value.len()].copy_from_slice(value);
        let error = open(bytes, 17).expect("the directory is whole").find("a.txt").unwrap_err().to_string();
        assert!(error.starts_with("test.jar: entry a.txt: "), "{error}");
        error
    };
    let contents = whole.windows(4).position(|window| window == b"some").unwrap();
    assert!(spoilt(contents, b"S").contains("checksum"), "{}", spoilt(contents, b"S"));
    assert!(spoilt(at + 8, &[1]).contains("is encrypted"));
    assert!(spoilt(at + 10, &[12]).contains("is packed with method 12"));
    assert!(spoilt(at + 24, &[0xFF, 0xFF, 0xFF, 0x7F]).contains("more than the 67108864 that are allowed"));
    assert!(spoilt(at + 24, &[12]).contains("size") || spoilt(at + 24, &[12]).contains("12 bytes"));
    assert!(
        spoilt(at + 20, &[0xFF, 0xFF]).contains("outside of the file"),
        "{}",
        spoilt(at + 20, &[0xFF, 0xFF])
    );
}

#[test]
fn a_bomb_is_not_unpacked_further_than_declared() {
    let mut bytes = jar(&[("bomb.class", &vec![0; 100 << 20])]);
    let at = directory(&bytes);
    bytes[at + 24..at + 28].copy_from_slice(&1000_u32.to_le_bytes());
    let error = open(bytes, 17).unwrap().find("bomb.class").unwrap_err().to_string();
    assert!(error.contains("1000") || error.contains("checksum"), "{error}");
    // An entry that correctly declares that it is too large is rejected before it is read.
    let honest = open(jar(&[("bomb.class", &vec![0; 65 << 20])]), 17).unwrap();
    assert!(honest.find("bomb.class").unwrap_err().to_string().contains("are allowed"));
}

#[test]
fn refuses_files_that_are_no_jar() {
    for bytes in [Vec::new(), b"not a jar at all, but long enough to be one".to_vec()] {
        let error = open(bytes, 17).unwrap_err().to_string();
        assert!(error.starts_with("test.jar: offset ") && error.contains("not a jar"), "{error}");
    }
}

fn exercise(bytes: Vec<u8>) -> bool {
    let Ok(jar) = open(bytes, 17) else { return false };
    jar.names().all(|name| jar.find(name).is_ok_and(|found| found.is_some()))
}

#[test]
fn a_jar_cut_off_anywhere_is_refused_and_a_damaged_one_never_panics() {
    let whole =
        jar(&[("META-INF/MANIFEST.MF", MULTI_RELEASE), ("p/A.class", &[7; 3000]), ("x.txt", b"text")]);
    assert!(exercise(whole.clone()));
    for length in 0..whole.len() {
        assert!(!exercise(whole[..length].to_vec()), "{length} of {} bytes", whole.len());
    }
    let mut random = Rng::with_seed(11);
    let mut unharmed = 0;
    for _ in 0..20_000 {
        let mut bytes = whole.clone();
        damage(&mut random, &mut bytes);
        unharmed += usize::from(exercise(bytes));
    }
    assert!((100..15_000).contains(&unharmed), "{unharmed} of 20000 damaged jars were read whole");
}

#[track_caller]
fn assert_found(path: &ClassPath, class: &str, contents: Option<&str>) {
    let found = path.find_class(class).expect("readable");
    assert_eq!(
        found.map(|found| String::from_utf8(found.bytes.to_vec()).expect("text")).as_deref(),
        contents,
        "{class}"
    );
}

#[test]
fn a_class_path_is_searched_in_order() {
    let scratch = Scratch::new("order");
    scratch.write("classes/p/A.class", b"A of classes");
    scratch.write("classes/p/text.txt", b"text");
    scratch.write("one.jar", &jar(&[("p/A.class", b"A of one"), ("p/B.class", b"B of one")]));
    let entries = ["classes", "missing.jar", "one.jar"].map(|name| scratch.join(name));
    let path = ClassPath::new(&entries, 17).unwrap();
    assert_found(&path, "p/A", Some("A of classes"));
    assert_found(&path, "p/B", Some("B of one"));
    assert_found(&path, "p/C", None);
    assert_eq!(path.missing(), [scratch.join("missing.jar")]);
    assert!(path.find_class("p/B").unwrap().unwrap().source.ends_with("one.jar!/p/B.class"));
    assert_eq!(&*path.find_resource("p/text.txt").unwrap().unwrap().bytes, b"text");
    let turned = ClassPath::new(&[entries[2].clone(), entries[0].clone()], 17).unwrap();
    assert_found(&turned, "p/A", Some("A of one"));
}

#[test]
fn what_is_no_jar_is_passed_over_and_told() {
    let scratch = Scratch::new("no-jar");
    scratch.write("bad.jar", b"this is no jar, but long enough to be one");
    scratch.write("good.jar", &jar(&[("p/A.class", b"A")]));
    let path = ClassPath::new(&["bad.jar", "good.jar"].map(|name| scratch.join(name)), 17).unwrap();
    assert_found(&path, "p/A", Some("A"));
    let [error] = path.unreadable() else { panic!("{:?}", path.unreadable()) };
    assert!(
        error.to_string().contains("bad.jar: offset ") && error.to_string().contains("not a jar"),
        "{error}"
    );
}

#[test]
fn directories_are_listed_in_all_places() {
    let scratch = Scratch::new("listed");
    scratch.write("classes/p/A.class", b"A");
    scratch.write("classes/p/q/text.txt", b"text");
    scratch.write("one.jar", &jar(&[("p/B.class", b"B"), ("p/q/r/C.class", b"C"), ("pq.txt", b"text")]));
    let path = ClassPath::new(&["classes", "one.jar"].map(|name| scratch.join(name)), 17).unwrap();
    let names = |place, name| path.names_in(place, name).map(|names| names.join(" "));
    assert_eq!(names(0, "").as_deref(), Some("p"));
    assert_eq!(names(0, "p").as_deref(), Some("A.class q"));
    assert_eq!(names(0, "./p/q/").as_deref(), Some("text.txt"));
    assert_eq!(names(0, "p/A.class"), None);
    assert_eq!(names(1, "").as_deref(), Some("p pq.txt"));
    assert_eq!(names(1, "p/q").as_deref(), Some("r"));
    for name in ["none", "pq.txt", "..", "/", "p/../.."] {
        assert_eq!((names(0, name), names(1, name)), (None, None), "{name}");
    }
    assert_eq!(names(2, ""), None);
}

#[test]
fn names_cannot_lead_out_of_the_class_path() {
    let scratch = Scratch::new("outside");
    scratch.write("secret.class", b"secret");
    let directory = scratch.write("classes/p/A.class", b"A").parent().unwrap().parent().unwrap().to_owned();
    let path = ClassPath::new(&[directory], 17).unwrap();
    let absolute = scratch.join("secret.class").display().to_string();
    for name in ["../secret.class", "p/../../secret.class", &absolute, "", ".", "p"] {
        assert!(path.find_resource(name).unwrap().is_none(), "{name}");
    }
    for name in ["../secret", "p/../../secret", "p/A\0", "p/A/B", &"x".repeat(10_000)] {
        assert!(path.find_class(name).unwrap().is_none(), "{name}");
    }
}

#[test]
fn a_star_stands_for_the_jars_of_a_directory_by_name() {
    let scratch = Scratch::new("star");
    scratch.write("lib/b.jar", &jar(&[("A.class", b"of b"), ("B.class", b"of b")]));
    scratch.write("lib/a.JAR", &jar(&[("A.class", b"of a")]));
    scratch.write("lib/readme.txt", b"no jar");
    scratch.write("lib/C.class", b"not in a jar");
    let path = ClassPath::new(&[scratch.join("lib/*"), scratch.join("nolib/*")], 17).unwrap();
    assert_found(&path, "A", Some("of a"));
    assert_found(&path, "B", Some("of b"));
    assert_found(&path, "C", None);
    assert_eq!(path.missing(), [scratch.join("nolib/*")]);
}

#[test]
fn manifests_bring_other_jars_along_even_in_circles() {
    let scratch = Scratch::new("manifest");
    let manifest = |text: &str| format!("Class-Path: {text}\r\n").into_bytes();
    let first = manifest("lib/second%20one.jar no.jar http://example.org/x.jar classes/");
    scratch.write("first.jar", &jar(&[("META-INF/MANIFEST.MF", &first), ("A.class", b"A")]));
    let second = manifest("../first.jar");
    scratch.write("lib/second one.jar", &jar(&[("META-INF/MANIFEST.MF", &second), ("B.class", b"B")]));
    scratch.write("classes/B.class", b"later");
    scratch.write("classes/C.class", b"C");
    let path = ClassPath::new(&[scratch.join("first.jar")], 17).unwrap();
    for name in ["A", "B", "C"] {
        assert_found(&path, name, Some(name));
    }
    assert_eq!(path.missing(), [] as [PathBuf; 0], "a manifest may name what is not there");
    assert_eq!(path.jars().count(), 2);
}

#[test]
fn each_place_of_a_class_path_can_be_asked_for_its_own() {
    let scratch = Scratch::new("places");
    scratch.write("a/META-INF/services/p.S", b"first");
    scratch.write("b/META-INF/services/p.S", b"second");
    let path = ClassPath::new(&[scratch.join("a"), scratch.join("b")], 17).unwrap();
    assert_eq!(path.place_count(), 2);
    let of = |place| {
        let found = path.find_resource_in(place, "META-INF/services/p.S").unwrap();
        found.map(|f| String::from_utf8(f.bytes.to_vec()).unwrap())
    };
    assert_eq!((of(0).as_deref(), of(1).as_deref(), of(2)), (Some("first"), Some("second"), None));
    assert!(
        path.find_resource_in(0, "../b/META-INF/services/p.S").unwrap().is_none(),
        "a name leads nowhere else"
    );
}
