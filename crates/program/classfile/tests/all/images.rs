//! Run-time images: small ones built here, and those of the JDK compared with its own tools.

use crate::support;

use classfile::{Bytes, Jimage, SourceError};
use fastrand::Rng;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::Command;
use support::class_builder::rich_class;
use support::image_builder::ImageBuilder;
use support::{Scratch, damage};

fn zipped(contents: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(contents).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

/// An image with a plain and a packed class, two packages and a file without an extension.
fn small_image(big_endian: bool) -> Vec<u8> {
    let mut image = ImageBuilder::new(big_endian);
    image.package("java.lang", &[(true, "m"), (false, "java.base")]);
    image.package("java", &[(true, "java.base")]);
    image.resource("/java.base/java/lang/Object.class", b"object");
    image.resource("/java.base/module-info.class", b"module");
    image.resource("/m/README", b"");
    let class = rich_class().build();
    let packed = image.packed("zip", &zipped(&class), class.len() as u64);
    image.resources.push(("/m/p/Foo.class".into(), packed, Some(class.len() as u64)));
    image.build()
}

fn open(bytes: Vec<u8>) -> Result<Jimage, SourceError> {
    Jimage::from_bytes("test.image", Bytes::from(bytes))
}

#[test]
fn finds_resources_modules_and_packages_in_both_byte_orders() {
    for big_endian in [false, true] {
        let image = open(small_image(big_endian)).unwrap();
        assert_eq!(image.find("/java.base/java/lang/Object.class").unwrap().as_deref(), Some(&b"object"[..]));
        assert_eq!(image.find("/java.base/module-info.class").unwrap().as_deref(), Some(&b"module"[..]));
        assert_eq!(image.find("/m/README").unwrap().as_deref(), Some(&[][..]));
        assert_eq!(image.find("/m/p/Foo.class").unwrap().as_deref(), Some(&rich_class().build()[..]));
        for absent in
            ["/java.base/java/lang/Objects.class", "java.base/java/lang/Object.class", "", "/m/p/Foo"]
        {
            assert_eq!(image.find(absent).unwrap(), None, "{absent}");
        }
        assert_eq!(image.modules().unwrap(), ["java.base", "m"]);
        assert_eq!(image.package_to_module("java.lang").as_deref(), Some("java.base"));
        assert_eq!(image.package_to_module("java/lang").as_deref(), Some("java.base"));
        assert_eq!(image.package_to_module("java"), None, "it has only subpackages");
        assert_eq!(image.package_to_module("nope"), None);
        let mut names: Vec<(String, u64)> =
            image.entries().map(|entry| entry.map(|entry| (entry.resource, entry.size)).unwrap()).collect();
        names.sort();
        let wanted = [
            ("/java.base/java/lang/Object.class", 6),
            ("/java.base/module-info.class", 6),
            ("/m/README", 0),
            ("/m/p/Foo.class", rich_class().build().len() as u64),
        ];
        assert_eq!(names, wanted.map(|(name, size)| (name.to_owned(), size)));
    }
}

#[test]
fn texts_moved_out_of_a_class_are_put_back() {
    let mut image = ImageBuilder::new(false);
    let [name, pattern, empty] = ["java/lang/Object", "(L;IL;)V", "()V"].map(|text| image.string(text) as u8);
    let [package, class, none, short] = ["java/util", "List", "", "A"].map(|text| image.string(text) as u8);
    let header = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 7];
    // One byte whose top bits are 101 is a number below 32; a top bit of 0 means four bytes.
    let one = |number: u8| 0xA0 | number;
    let two = |number: u8| [0xC0, number];
    let packed = [
        &header[..],
        &[23, 0, 0, 0, name],
        &[25, 0xC0, pattern, one(8)],
        &[two(package), two(class), two(none), two(short)].concat(),
        &[25, 0xC0, empty, one(0)],
        &[1, 0, 2, b'h', b'i'],
        &[5, 1, 2, 3, 4, 5, 6, 7, 8],
        b"the rest",
    ]
    .concat();
    let utf8 = |text: &str| [&[1, 0, text.len() as u8], text.as_bytes()].concat();
    let unpacked = [
        &header[..],
        &utf8("java/lang/Object"),
        &utf8("(Ljava/util/List;ILA;)V"),
        &utf8("()V"),
        &utf8("hi"),
        &[5, 1, 2, 3, 4, 5, 6, 7, 8],
        b"the rest",
    ]
    .concat();
    let size = unpacked.len() as u64;
    // Compressed twice, as jlink does when asked for both.
    let once = image.packed("compact-cp", &packed, size);
    let twice = image.packed("zip", &zipped(&once), once.len() as u64);
    image.resources.push(("/m/Once.class".into(), once, Some(size)));
    image.resources.push(("/m/Twice.class".into(), twice, Some(size)));
    let image = open(image.build()).unwrap();
    for name in ["/m/Once.class", "/m/Twice.class"] {
        assert_eq!(image.find(name).unwrap().as_deref(), Some(&unpacked[..]), "{name}");
    }
}

#[test]
fn refuses_files_that_are_no_image() {
    for (bytes, reason) in [
        (b"short".to_vec(), "too short"),
        (vec![0; 100], "does not begin with ca fe da da"),
        (
            [&0xCAFE_DADA_u32.to_le_bytes(), &(2_u32 << 16).to_le_bytes(), &[0; 20][..]].concat(),
            "version 2.0",
        ),
        (
            [&0xCAFE_DADA_u32.to_be_bytes(), &(1_u32 << 16).to_be_bytes(), &[0xFF; 20][..]].concat(),
            "longer than the file",
        ),
    ] {
        let error = open(bytes).unwrap_err().to_string();
        assert!(error.starts_with("test.image: offset ") && error.contains(reason), "{error}");
    }
    let missing = Jimage::open("no/such/modules").unwrap_err();
    assert!(matches!(missing, SourceError::Io { .. }), "{missing}");
}

#[test]
fn refuses_resources_that_unpack_to_something_else() {
    let class = rich_class().build();
    let size = class.len() as u64;
    let cases: [(&str, Vec<u8>, u64, u64, &str); 6] = [
        ("zip", zipped(&class), size + 1, size + 1, "unzips to"),
        ("zip", zipped(&class), size - 1, size - 1, "unzips to"),
        ("zip", b"no zip".to_vec(), size, size, "cannot be unzipped"),
        ("zip", zipped(&class), 1 << 40, size, "too many"),
        ("lzma", class.clone(), size, size, "is packed with \"lzma\", which is not supported"),
        ("zip", zipped(&class), size, size + 1, "instead of"),
    ];
    for (how, contents, unpacked, declared, reason) in cases {
        let mut image = ImageBuilder::new(true);
        let packed = image.packed(how, &contents, unpacked);
        image.resources.push(("/m/X.class".into(), packed, Some(declared)));
        let error = open(image.build()).unwrap().find("/m/X.class").unwrap_err().to_string();
        assert!(error.starts_with("test.image: entry /m/X.class: ") && error.contains(reason), "{error}");
    }
}

#[test]
fn a_bomb_is_not_unpacked_further_than_declared() {
    let mut image = ImageBuilder::new(false);
    let bomb = zipped(&vec![0; 100 << 20]);
    let packed = image.packed("zip", &bomb, 1000);
    image.resources.push(("/m/bomb".into(), packed, Some(1000)));
    let error = open(image.build()).unwrap().find("/m/bomb").unwrap_err().to_string();
    assert!(error.contains("unzips to 1001 bytes or more"), "{error}");
}

/// Calls every accessor; none of them may panic.
fn exercise(bytes: Vec<u8>) -> bool {
    let Ok(image) = open(bytes) else { return false };
    drop(image.modules());
    drop(image.package_to_module("java.lang"));
    let names: Vec<_> = image.entries().flatten().collect();
    names.iter().all(|entry| image.find(&entry.resource).is_ok_and(|found| found.is_some()))
}

#[test]
fn an_image_damaged_or_cut_off_anywhere_never_panics() {
    for big_endian in [false, true] {
        let whole = small_image(big_endian);
        assert!(exercise(whole.clone()));
        for length in 0..whole.len() {
            // The contents of the class, which come last, are missing at least in part.
            assert!(!exercise(whole[..length].to_vec()), "{length} of {} bytes", whole.len());
        }
        let mut random = Rng::with_seed(7);
        let mut unharmed = 0;
        for _ in 0..20_000 {
            let mut bytes = whole.clone();
            damage(&mut random, &mut bytes);
            unharmed += usize::from(exercise(bytes));
        }
        assert!((100..19_000).contains(&unharmed), "{unharmed} of 20000 damaged images were read whole");
    }
}

#[test]
fn lists_the_same_resources_as_the_tool_of_the_jdk() {
    let jdk = support::jdk();
    let output =
        Command::new(jdk.home.join("bin/jimage")).arg("list").arg(jdk.home.join("lib/modules")).output();
    let output = String::from_utf8(output.expect("the JDK has a jimage").stdout).unwrap();
    let mut wanted = Vec::new();
    let mut module = "";
    for line in output.lines() {
        if let Some(name) = line.strip_prefix("Module: ") {
            module = name.trim();
        } else if let Some(resource) = line.strip_prefix("    ") {
            wanted.push(format!("/{module}/{resource}"));
        }
    }
    let mut ours: Vec<String> = jdk.image.entries().map(|entry| entry.unwrap().resource).collect();
    wanted.sort();
    ours.sort();
    assert!(wanted.len() > 5_000, "jimage list printed {} resources", wanted.len());
    assert_eq!(ours, wanted);
}

/// All resources of an image.
fn contents(image: &Jimage) -> BTreeMap<String, Bytes> {
    let entries = image.entries().map(|entry| entry.expect("whole").resource);
    entries.map(|name| (name.clone(), image.find(&name).expect("whole").expect("listed"))).collect()
}

#[test]
fn images_of_jlink_have_the_same_contents_however_they_are_packed() {
    let jdk = support::jdk();
    let scratch = Scratch::new("jlink");
    let link = |level: &str| {
        let output = scratch.join(level);
        let mut command = Command::new(jdk.home.join("bin/jlink"));
        command.args(["--add-modules", "java.base", "--compress", level, "--output"]).arg(&output);
        let finished = command.output().expect("the JDK has a jlink");
        assert!(
            finished.status.success(),
            "jlink --compress {level}: {}",
            String::from_utf8_lossy(&finished.stderr)
        );
        contents(&Jimage::open(output.join("lib/modules")).unwrap())
    };
    let plain = link("0");
    assert!(plain.len() > 5_000);
    // Constant string sharing, and zip.
    for level in ["1", "2"] {
        let packed = link(level);
        assert!(packed.keys().eq(plain.keys()), "level {level}");
        for (name, bytes) in &packed {
            assert_eq!(bytes, &plain[name], "{name} at level {level}");
        }
    }
}
