//! What a module-info gives to other modules.

use crate::support;

use classfile::{ModuleInfo, access, find_jdks, parse};
use support::class_builder::{ClassBuilder, words};

/// A `module-info` whose attribute Module is made by `contents`.
fn module(contents: impl FnOnce(&mut ClassBuilder) -> Vec<u8>) -> ClassBuilder {
    let mut class = ClassBuilder::new();
    (class.access, class.superclass) = (access::MODULE, 0);
    class.this = class.class("module-info");
    let contents = contents(&mut class);
    let attribute = class.attribute("Module", &contents);
    class.attributes.push(attribute);
    class
}

fn package(class: &mut ClassBuilder, name: &str) -> u16 {
    let name = class.utf8(name);
    class.tagged(20, &[name])
}

fn named(class: &mut ClassBuilder, name: &str) -> u16 {
    let name = class.utf8(name);
    class.tagged(19, &[name])
}

fn parsed(class: &ClassBuilder) -> Result<Option<ModuleInfo>, String> {
    parse(class.build().into()).map(|file| file.module).map_err(|error| error.to_string())
}

#[test]
fn exports_opens_and_providers_are_kept_and_requirements_passed_over() {
    let class = module(|class| {
        let (own, base, friend) = (named(class, "m"), named(class, "java.base"), named(class, "friend"));
        let (api, inner) = (package(class, "p/api"), package(class, "p/inner"));
        let (service, provider) = (class.class("p/api/Service"), class.class("p/inner/Provider"));
        [
            words(&[own, 0, 0]),
            words(&[1, base, 0x8000, 0]),
            words(&[2, api, 0, 0, inner, 0, 2, friend, base]),
            words(&[1, inner, 0, 0]),
            words(&[1, service]),
            words(&[1, service, 1, provider]),
        ]
        .concat()
    });
    let info = parsed(&class).unwrap().expect("it has the attribute");
    let exports: Vec<_> = info.exports.iter().map(|p| (&*p.package, p.targets.len())).collect();
    assert_eq!(exports, [("p/api", 0), ("p/inner", 2)]);
    assert_eq!(&*info.exports[1].targets[0], "friend");
    assert_eq!(info.opens.iter().map(|p| &*p.package).collect::<Vec<_>>(), ["p/inner"]);
    assert_eq!(info.provides, [("p/api/Service".into(), vec!["p/inner/Provider".into()])]);
}

#[test]
fn refuses_packages_and_targets_of_the_wrong_kind_and_wrong_lengths() {
    let with_export = |entry: fn(&mut ClassBuilder) -> Vec<u16>| {
        module(|class| {
            let own = named(class, "m");
            let entry = entry(class);
            [words(&[own, 0, 0, 0, 1]), words(&entry), words(&[0, 0, 0])].concat()
        })
    };
    assert!(parsed(&with_export(|class| vec![package(class, "p"), 0, 0])).is_ok());
    let wrong = parsed(&with_export(|class| vec![named(class, "m"), 0, 0])).unwrap_err();
    assert!(wrong.contains("should be Package but is Module"), "{wrong}");
    let wrong = parsed(&with_export(|class| {
        let package = package(class, "p");
        vec![package, 0, 1, package]
    }));
    assert!(wrong.unwrap_err().contains("should be Module but is Package"));
    let long = module(|class| words(&[named(class, "m"), 0, 0, 0, 0, 0, 0, 0, 7]));
    assert!(parsed(&long).is_err(), "two bytes too many");
    let short = module(|class| words(&[named(class, "m"), 0, 0, 9]));
    assert!(parsed(&short).unwrap_err().contains("truncated"));
}

#[test]
fn an_ordinary_class_has_no_module_whatever_its_attributes_are_called() {
    let mut class = ClassBuilder::new();
    let attribute = class.attribute("Module", b"anything");
    class.attributes.push(attribute);
    assert_eq!(parsed(&class).unwrap(), None);
}

#[test]
fn java_base_exports_its_api_to_all_and_its_insides_to_friends() {
    for jdk in find_jdks().expect("these tests need a JDK") {
        let opened = classfile::Jdk::open(&jdk.home).unwrap();
        let found = opened.find_resource("java.base", "module-info.class").unwrap().expect("java.base");
        let info = parse(found.bytes).unwrap().module.expect("java.base declares itself");
        let targets = |name: &str| {
            let package = info.exports.iter().find(|p| &*p.package == name);
            package.map(|p| p.targets.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(targets("java/lang"), Some(Vec::new()));
        assert!(targets("jdk/internal/misc").unwrap().contains(&"java.desktop".to_owned()));
        assert_eq!(targets("java/lang/nothing"), None);
        assert!(info.opens.is_empty());
    }
}
