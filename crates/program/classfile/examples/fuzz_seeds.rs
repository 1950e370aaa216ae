//! Writes seeds for the fuzz targets of this crate: `cargo run -p classfile --example fuzz_seeds --
//! fuzz/corpus [JAVA_HOME]`.
//!
//! Class files, a run-time image and a jar made by the tests' builders, and small classes of the JDK. None of
//! this is in the repository, since binaries of a JDK have a licence of their own and change with it.

#[path = "../tests/all/support/class_builder.rs"]
mod class_builder;
#[path = "../tests/all/support/image_builder.rs"]
mod image_builder;

use class_builder::{ClassBuilder, rich_class};
use classfile::{Jdk, access};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image_builder::ImageBuilder;
use std::error::Error;
use std::io::Write;
use std::path::Path;

/// The maximum size of a class of the JDK to be a seed.
const MAX_SIZE: u64 = 1500;
const MAX_SEEDS: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let corpus = arguments.next().ok_or("usage: fuzz_seeds DIRECTORY [JAVA_HOME]")?;
    let corpus = Path::new(&corpus);
    let write = |target: &str, name: &str, contents: &[u8]| -> std::io::Result<()> {
        std::fs::create_dir_all(corpus.join(target))?;
        std::fs::write(corpus.join(target).join(name), contents)
    };
    for (number, class) in classes().iter().enumerate() {
        write("class_parser", &format!("built-{number}"), class)?;
    }
    for (name, big_endian) in [("little", false), ("big", true)] {
        write("jimage_parser", name, &image(big_endian)?)?;
    }
    write("jar_parser", "jar", &jar()?)?;
    let home = match arguments.next() {
        Some(home) => home.into(),
        None => classfile::find_jdks()?.remove(0).home,
    };
    let jdk = Jdk::open(home)?;
    let mut small = Vec::new();
    for entry in jdk.image.entries() {
        let entry = entry?;
        if entry.size <= MAX_SIZE && entry.resource.ends_with(".class") {
            small.push(entry.resource);
        }
    }
    small.sort();
    // Spread over all modules.
    let step = small.len().div_ceil(MAX_SEEDS).max(1);
    for (number, name) in small.iter().step_by(step).enumerate() {
        if let Some(bytes) = jdk.image.find(name)? {
            write("class_parser", &format!("jdk-{number}"), &bytes)?;
        }
    }
    Ok(())
}

/// The rich class, and one with every shape of instruction.
fn classes() -> Vec<Vec<u8>> {
    let mut class = ClassBuilder::new();
    let [field, method] =
        [class.member(9, "A", "f", "I"), class.member(10, "A", "m", "()V")].map(u16::to_be_bytes);
    let interface_method = class.member(11, "A", "i", "()V").to_be_bytes();
    let array = class.class("[[I").to_be_bytes();
    let code = [
        &[0x10, 1, 0x11, 1, 2, 0x15, 3, 0x1D, 0x16, 2, 0x84, 1, 1, 0xC4, 0x84, 0, 1, 0, 1, 0x99, 0, 3][..],
        &[0xB2, field[0], field[1], 0xB8, method[0], method[1]],
        &[0xB9, interface_method[0], interface_method[1], 1, 0, 0xBC, 10, 0xC5, array[0], array[1], 2],
        // At 39: a tableswitch, at 64 a lookupswitch, both to the end.
        &[0xAA, 0, 0, 0, 41, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 41, 0, 0, 0, 41],
        &[0xAB, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 20],
        &[0xB1],
    ]
    .concat();
    class.static_method(&code, &[[0, 2, 0, 0]]);
    let mut interface = ClassBuilder::new();
    interface.access = access::INTERFACE | access::ABSTRACT;
    interface.method(access::PUBLIC | access::ABSTRACT, "f", "(Ljava/lang/String;J)[I", &[]);
    vec![rich_class().build(), class.build(), interface.build()]
}

fn image(big_endian: bool) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut image = ImageBuilder::new(big_endian);
    image.package("java.lang", &[(true, "m"), (false, "java.base")]);
    image.resource("/java.base/java/lang/Object.class", b"object");
    image.resource("/m/README", b"");
    let mut zip = ZlibEncoder::new(Vec::new(), Compression::default());
    zip.write_all(b"some contents, some contents")?;
    let packed = image.packed("zip", &zip.finish()?, 28);
    image.resources.push(("/m/p/Zip.class".into(), packed, Some(28)));
    let text = image.string("hi") as u8;
    let shared =
        [&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 3][..], &[23, 0xC0, text, 25, 0xC0, text, 0xA0], b"end"];
    let packed = image.packed("compact-cp", &shared.concat(), 23);
    image.resources.push(("/m/p/Shared.class".into(), packed, Some(23)));
    Ok(image.build())
}

fn jar() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    let manifest: &[u8] = b"Multi-Release: true\r\nClass-Path: a.jar b%20c.jar\r\nMain-Class: p.Main\r\n\r\n";
    for (name, contents) in
        [("META-INF/MANIFEST.MF", manifest), ("META-INF/versions/9/A.class", b"nine"), ("A.class", b"base")]
    {
        let (mut entry, config) =
            archive.new_file(name).compression_method(rawzip::CompressionMethod::DEFLATE).start()?;
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(contents)?;
        let (encoder, descriptor) = writer.finish()?;
        encoder.finish()?;
        entry.finish(descriptor)?;
    }
    archive.finish()?;
    Ok(out)
}
