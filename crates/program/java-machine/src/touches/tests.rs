//! Every JDK method that the machine replaces declares what it touches.

use super::*;
use classfile::Jdk;
use std::collections::BTreeMap;

/// JVMS 4.6: ACC_NATIVE.
const NATIVE: u16 = 0x0100;

/// The methods of a JDK's class library that the machine replaces, in checked programs included, and what
/// they touch.
fn replaced(jdk: &Jdk) -> Vec<(String, Touches)> {
    let mut found = Vec::new();
    for entry in jdk.image.entries() {
        let resource = entry.expect("the image can be read").resource;
        let name = resource.strip_suffix(".class").and_then(|r| r.trim_start_matches('/').split_once('/'));
        let Some((_, class)) = name.filter(|(_, class)| !class.ends_with("module-info")) else { continue };
        let bytes = jdk.find_class(class).expect("the image can be read");
        let Some(file) = bytes.and_then(|found| classfile::parse(found.bytes).ok()) else { continue };
        for method in &file.methods {
            let is_native = method.access & NATIVE != 0;
            let checked = crate::check_threads::find(class, &method.name, &method.descriptor);
            let usual = jvm::native::find(class, &method.name, &method.descriptor, is_native);
            for native in [checked, usual].into_iter().flatten() {
                if !matches!(native, Native::Unsupported) {
                    found.push((format!("{class}.{}{}", method.name, method.descriptor), native.touches()));
                }
            }
        }
    }
    found
}

/// Run with `--nocapture` to see the number of each kind.
#[test]
#[expect(clippy::print_stderr, reason = "how many there are of each kind is of interest")]
fn every_native_says_what_it_touches_and_why_that_does_not_matter() {
    for known in classfile::find_jdks().expect("these tests need a JDK") {
        let jdk = Jdk::open(&known.home).expect("the JDK can be opened");
        let (mut kinds, all) = (BTreeMap::<String, usize>::new(), replaced(&jdk));
        assert!(all.len() > 300, "release {} has natives: {}", known.release, all.len());
        for (method, touches) in &all {
            let reason = match touches {
                Touches::Given(reason) | Touches::State(reason) => Some(*reason),
                _ => None,
            };
            let is_reason = |reason: &str| reason.split(' ').count() >= 4;
            assert!(reason.is_none_or(is_reason), "{method} touches {touches:?} and says not why");
            let kind = format!("{touches:?}");
            let kind = kind.split('(').next().unwrap_or_default().to_owned();
            *kinds.entry(kind).or_default() += 1;
        }
        eprintln!("release {}: {} methods, {kinds:?}", known.release, all.len());
    }
}
