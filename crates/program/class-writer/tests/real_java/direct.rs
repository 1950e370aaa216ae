//! The bootstrap methods of real class libraries and this crate get the same arguments, including those that
//! no compiler produces: every combination of parameter and result types, malformed recipes, labels that name
//! nothing. The Java side compares and reports how much it compared.

use crate::support::jdk::{self, Jdk};
use crate::support::sites::Manifest;
use class_writer::{ConcatConstant, Handle, Label, Lambda};

/// Simple names of the types in `Direct.java`, with their descriptors.
const TYPES: [(&str, &str); 20] = [
    ("boolean", "Z"),
    ("byte", "B"),
    ("short", "S"),
    ("char", "C"),
    ("int", "I"),
    ("long", "J"),
    ("float", "F"),
    ("double", "D"),
    ("Boolean", "Ljava/lang/Boolean;"),
    ("Byte", "Ljava/lang/Byte;"),
    ("Short", "Ljava/lang/Short;"),
    ("Character", "Ljava/lang/Character;"),
    ("Integer", "Ljava/lang/Integer;"),
    ("Long", "Ljava/lang/Long;"),
    ("Float", "Ljava/lang/Float;"),
    ("Double", "Ljava/lang/Double;"),
    ("Object", OBJECT.1),
    ("Number", "Ljava/lang/Number;"),
    ("String", "Ljava/lang/String;"),
    ("void", "V"),
];
const OBJECT: (&str, &str) = ("Object", "Ljava/lang/Object;");

type Named = (&'static str, &'static str);

fn erased(kind: Named) -> Named {
    if kind.1.len() == 1 { kind } else { OBJECT }
}

fn direct_lambda(interface: &str, sam: &str, implementation: (&str, String), instantiated: String) -> Lambda {
    Lambda {
        class_name: "Direct$$Spun".to_owned(),
        caller: "Direct".to_owned(),
        sam_name: "m".to_owned(),
        factory_type: format!("()LDirect${interface};"),
        sam_type: sam.to_owned(),
        implementation: Handle {
            kind: 6,
            owner: "Direct".to_owned(),
            name: implementation.0.to_owned(),
            descriptor: implementation.1,
            is_interface: false,
        },
        instantiated_type: instantiated,
        serializable: false,
        markers: Vec::new(),
        bridges: Vec::new(),
    }
}

/// Compiles and runs a comparison and returns its output.
fn compare(jdk: &Jdk, main: &str, fill: impl Fn(&mut Manifest, &std::path::Path)) -> String {
    let folder = jdk::folder(&format!("{main}-{}", jdk.major));
    jdk.javac(&[], &[jdk::source("spinlink/SpinLink.java"), jdk::source(&format!("{main}.java"))], &folder);
    let mut manifest = Manifest::default();
    fill(&mut manifest, &folder);
    manifest.write(&folder);
    let output = jdk.java(&[], &folder, main);
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
    output
}

#[test]
fn every_adaptation_of_a_parameter_or_result_is_done_or_refused_as_the_metafactory_does() {
    for jdk in jdk::at_least(17) {
        let output = compare(&jdk, "Direct", |manifest, folder| {
            for instantiated in &TYPES[..19] {
                let sam = erased(*instantiated);
                for (name, descriptor) in &TYPES[..19] {
                    let lambda = direct_lambda(
                        &format!("In_{}", sam.0),
                        &format!("({}){}", sam.1, OBJECT.1),
                        ("in", format!("({descriptor}){}", OBJECT.1)),
                        format!("({}){}", instantiated.1, OBJECT.1),
                    );
                    manifest.record(
                        folder,
                        &format!("in/{}/{name}", instantiated.0),
                        &class_writer::lambda(&lambda),
                    );
                }
            }
            for (name, descriptor) in TYPES {
                for instantiated in TYPES {
                    for sam in [erased(instantiated), TYPES[12], TYPES[17], TYPES[4], TYPES[5]] {
                        let lambda = direct_lambda(
                            &format!("Out_{}", sam.0),
                            &format!("(){}", sam.1),
                            (&format!("out_{name}"), format!("(){descriptor}")),
                            format!("(){}", instantiated.1),
                        );
                        let key = format!("out/{name}/{}/{}", instantiated.0, sam.0);
                        manifest.record(folder, &key, &class_writer::lambda(&lambda));
                    }
                }
            }
            concats(manifest, folder);
        });
        assert!(output.ends_with("differences 0\n"), "JDK {}:\n{output}", jdk.major);
        // A few combinations make the class library itself fail, in some versions more than in others.
        let counts: Vec<usize> =
            output.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        assert!(counts[0] > 3200 && counts[1] > 1300 && counts[2] < 320, "JDK {}: {output}", jdk.major);
    }
}

fn concats(manifest: &mut Manifest, folder: &std::path::Path) {
    let text = |text: &str| ConcatConstant::Text(text.encode_utf16().collect());
    let string = "Ljava/lang/String;";
    let large = "\u{20ac}".repeat(21845);
    let long_constants = vec![text(&large), text(&"a".repeat(30000)), text(&large)];
    let cases: Vec<(String, String, Vec<ConcatConstant>)> = vec![
        (format!("(){string}"), "abc".to_owned(), vec![]),
        (format!("(){string}"), String::new(), vec![]),
        ("(I)Ljava/lang/Object;".to_owned(), "\u{1}".to_owned(), vec![]),
        (
            format!("({string})Ljava/lang/CharSequence;"),
            "\u{2}<\u{1}>\u{2}".to_owned(),
            vec![text("x\u{1}y\u{2}"), text("42")],
        ),
        (format!("(I){string}"), "\u{1}\u{1}".to_owned(), vec![]),
        (format!("(I){string}"), "x".to_owned(), vec![]),
        (format!("(I){string}"), "\u{1}".to_owned(), vec![text("more")]),
        (format!("(I){string}"), "\u{1}\u{2}\u{2}".to_owned(), vec![text("less")]),
        (format!("({}){string}", "I".repeat(201)), "\u{1}".repeat(201), vec![]),
        (format!("({}){string}", "J".repeat(101)), "\u{1}".repeat(101), vec![]),
        (format!("({string}){string}"), "\u{2}\u{2}\u{1}\u{2}".to_owned(), long_constants),
        (format!("({0}{0}){string}", OBJECT.1), "\u{1}\u{1}".to_owned(), vec![]),
        (format!("(Ljava/lang/Boolean;){string}"), "\u{1}".to_owned(), vec![]),
        (format!("([I){string}"), "\u{1}".to_owned(), vec![]),
        (format!("(Z){string}"), "\u{1}".to_owned(), vec![]),
    ];
    for (number, (descriptor, recipe, constants)) in cases.iter().enumerate() {
        let recipe: Vec<u16> = recipe.encode_utf16().collect();
        let spun = class_writer::concat("Direct$$Spun", descriptor, &recipe, constants);
        manifest.record(folder, &format!("concat/{number}"), &spun);
    }
}

#[test]
fn switches_answer_alike_for_labels_that_no_compiler_makes_and_for_any_restart_index() {
    for jdk in jdk::at_least(21) {
        let output = compare(&jdk, "DirectSwitches", |manifest, folder| {
            for (number, (selector, labels)) in type_switches().iter().enumerate() {
                let spun =
                    class_writer::type_switch("DirectSwitches$$Spun", &format!("(L{selector};I)I"), labels);
                manifest.record(folder, &format!("type/{number}"), &spun);
            }
            for (number, labels) in enum_switches().iter().enumerate() {
                let color = "DirectSwitches$Color";
                let spun = class_writer::enum_switch(
                    "DirectSwitches$$Spun",
                    &format!("(L{color};I)I"),
                    color,
                    labels,
                );
                manifest.record(folder, &format!("enum/{number}"), &spun);
            }
        });
        assert_eq!(output, "checked 1466\ndifferences 0\n", "JDK {}", jdk.major);
    }
}

fn class(name: &str) -> Label {
    Label::Class(name.to_owned())
}

fn text(text: &str) -> Label {
    Label::Text(text.encode_utf16().collect())
}

fn constant(class: &str, constant: &str) -> Label {
    Label::Enum { class: class.to_owned(), constant: constant.to_owned() }
}

/// The labels of `DirectSwitches.java`.
fn type_switches() -> Vec<(&'static str, Vec<Label>)> {
    let (color, other) = ("DirectSwitches$Color", "DirectSwitches$Other");
    let classes =
        ["java/lang/Integer", "java/lang/Number", "java/lang/String", "[I", "[[I", "[Ljava/lang/Object;"];
    let more = ["java/lang/Enum", color, "java/util/List", "java/lang/Object"];
    let constants = vec![
        constant(color, "BLUE"),
        constant("no/such/Class", "RED"),
        constant(color, "MISSING"),
        constant(other, "RED"),
        constant("java/lang/String", "RED"),
        constant(color, "RED"),
        constant(color, "RED"),
        class("java/lang/Enum"),
    ];
    let ints = [Label::Int(97), Label::Int(-1), Label::Int(1)];
    let mixed = vec![text("a"), Label::Int(97), constant(color, "RED"), class("java/lang/Comparable")];
    vec![
        ("java/lang/Object", vec![]),
        ("java/lang/Object", classes.iter().chain(&more).map(|name| class(name)).collect()),
        (
            "java/lang/Object",
            [Label::Int(1), text("a"), text(""), text("1")].into_iter().chain(ints).collect(),
        ),
        ("java/lang/Object", constants),
        ("java/lang/Number", vec![class("java/lang/Number"), class("java/lang/Integer")]),
        ("java/lang/Comparable", mixed),
    ]
}

/// The labels of `DirectSwitches.java`.
fn enum_switches() -> Vec<Vec<Label>> {
    let name = |name: &str| Label::EnumName(name.to_owned());
    let color = || class("DirectSwitches$Color");
    vec![
        vec![],
        ["BLUE", "GREEN", "RED", "MISSING"].map(name).to_vec(),
        vec![name("MISSING")],
        vec![name("BLUE"), color(), name("RED")],
        vec![color(), color()],
        vec![name("BLUE"), class("DirectSwitches$Other")],
        vec![name("RED"), Label::Int(1)],
        ["RED", "RED", "GREEN", "GREEN"].map(name).to_vec(),
    ]
}
