//! The JDKs of the machine.

use crate::support;

use classfile::{Jdk, OLDEST_RELEASE, SourceError, check_all, find_jdks, parse};
use support::Scratch;

#[test]
fn every_jdk_that_is_found_opens_and_has_what_programs_need() {
    let found = find_jdks().expect("these tests need a JDK");
    for jdk in found {
        assert!(jdk.release >= OLDEST_RELEASE);
        let opened = Jdk::open(&jdk.home).unwrap();
        assert_eq!((opened.release, &opened.version), (jdk.release, &jdk.version));
        for name in
            ["java/lang/Object", "java/util/concurrent/ConcurrentHashMap", "java/lang/invoke/VarHandle"]
        {
            let found = opened.find_class(name).unwrap().expect(name);
            assert_eq!(found.source, format!("jrt:/java.base/{name}.class"));
            let class = parse(found.bytes).unwrap();
            check_all(&class).unwrap();
            assert_eq!(&*class.name, name);
            assert_eq!(
                u32::from(class.major),
                44 + u32::from(jdk.release),
                "{name} of {}",
                jdk.home.display()
            );
        }
        for absent in ["java/lang/Nothing", "NoPackage", "no/such/Class", "java.lang.Object", ""] {
            assert!(opened.find_class(absent).unwrap().is_none(), "{absent}");
        }
        assert_eq!(opened.module_of_package("java/util").unwrap().as_deref(), Some("java.base"));
        assert!(opened.find_resource("java.base", "java/lang/Object.class").unwrap().is_some());
    }
}

#[test]
fn a_directory_that_is_no_jdk_says_what_is_missing() {
    let scratch = Scratch::new("no-jdk");
    assert!(matches!(Jdk::open(&*scratch), Err(SourceError::Io { .. })));
    scratch.write("release", b"JAVA_VERSION=\"1.8.0_292\"\n");
    let error = Jdk::open(&*scratch).unwrap_err().to_string();
    assert!(error.contains("1.8.0_292 without lib/modules") && error.contains("17 or newer"), "{error}");
    scratch.write("release", b"IMPLEMENTOR=\"x\"\n");
    assert!(Jdk::open(&*scratch).unwrap_err().to_string().contains("no JAVA_VERSION"));
}
