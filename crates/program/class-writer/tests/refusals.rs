//! Invalid input: each kind is rejected with a specific error, nothing panics, and exceeding a limit of the
//! class file format is reported instead of writing a wrong class. No Java virtual machine is needed here.

use class_writer::{
    ConcatConstant, Handle, Label, Lambda, MethodType, Primitive, RecordMethod, SpinError, concat,
    enum_switch, lambda, record_method, type_switch,
};
use fastrand::Rng;

fn handle(kind: u8, owner: &str, name: &str, descriptor: &str) -> Handle {
    let [owner, name, descriptor] = [owner, name, descriptor].map(str::to_owned);
    Handle { kind, owner, name, descriptor, is_interface: false }
}

fn runnable() -> Lambda {
    Lambda {
        class_name: "A$$Lambda".to_owned(),
        caller: "A".to_owned(),
        sam_name: "run".to_owned(),
        factory_type: "()Ljava/lang/Runnable;".to_owned(),
        sam_type: "()V".to_owned(),
        implementation: handle(6, "A", "lambda$0", "()V"),
        instantiated_type: "()V".to_owned(),
        serializable: false,
        markers: Vec::new(),
        bridges: Vec::new(),
    }
}

fn refused(change: impl FnOnce(&mut Lambda)) -> String {
    let mut changed = runnable();
    change(&mut changed);
    match lambda(&changed) {
        Err(error @ SpinError::Lambda(_)) => {
            assert_eq!(error.java_exception(), "java/lang/invoke/LambdaConversionException");
            error.to_string()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_lambda_gives_the_same_bytes_of_a_class_file_of_version_55() {
    let one = lambda(&runnable()).expect("a plain lambda is spun");
    assert_eq!(one, lambda(&runnable()).expect("again"));
    assert_eq!(one.bytes[..8], [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 55]);
    assert_eq!((one.method.as_str(), one.descriptor.as_str()), ("get$Lambda", "()Ljava/lang/Runnable;"));
}

#[test]
fn the_factory_gives_way_to_an_interface_method_of_its_name() {
    let mut named = runnable();
    "get$Lambda".clone_into(&mut named.sam_name);
    assert_eq!(lambda(&named).expect("any name is fine").method, "get$Lambda$");
}

#[test]
fn lambdas_whose_parts_do_not_fit_are_refused() {
    assert!(refused(|l| "run.it".clone_into(&mut l.sam_name)).contains("not legal"));
    assert!(refused(|l| "()I".clone_into(&mut l.factory_type)).contains("interface"));
    assert!(refused(|l| "()[I".clone_into(&mut l.factory_type)).contains("interface"));
    assert!(refused(|l| "(I)V".clone_into(&mut l.sam_type)).contains("number of parameters"));
    assert!(refused(|l| l.bridges.push("(I)V".to_owned())).contains("number of parameters"));
    assert!(refused(|l| l.implementation.kind = 2).contains("Unsupported MethodHandle kind"));
    assert!(refused(|l| l.implementation.kind = 0).contains("Unsupported MethodHandle kind"));
    assert!(refused(|l| l.implementation.kind = 8).contains("not a constructor"));
    assert!(refused(|l| "()I".clone_into(&mut l.sam_type)).contains("return"));
    let captured = refused(|l| {
        "(I)Ljava/lang/Runnable;".clone_into(&mut l.factory_type);
        "(J)V".clone_into(&mut l.implementation.descriptor);
    });
    assert!(captured.contains("captured lambda parameter 0"), "{captured}");
}

#[test]
fn malformed_descriptors_are_told_with_their_place() {
    let at = |text: &str| match MethodType::parse(text) {
        Err(SpinError::Descriptor { at, .. }) => at,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(
        [
            "", "()", "(", "(I", "(V)V", "(Q)V", "(L;)V", "(La)V", "(La.b;)V", "([)V", "()VV", "()II",
            "(L[I;)V"
        ]
        .map(at),
        [0, 2, 1, 2, 1, 1, 2, 5, 2, 2, 2, 3, 2]
    );
    assert_eq!(at(&format!("({})V", "I".repeat(256))), 257);
    assert_eq!(at(&format!("({})V", "J".repeat(128))), 129);
    assert_eq!(at(&format!("({}I)V", "[".repeat(256))), 256);
    assert_eq!(at(&format!("(L{};)V", "x".repeat(70_000))), 65_535);
    let fine = format!("({}I{}Lä/b;)[D", "[".repeat(255), "J".repeat(126));
    assert_eq!(MethodType::parse(&fine).expect("just within the limits").descriptor(), fine);
}

#[test]
fn names_that_are_no_class_names_are_refused() {
    for name in ["", "a.b", "a;b", "a[b", "[Q", "["] {
        let result = concat(name, "()Ljava/lang/String;", &[], &[]);
        assert!(matches!(result, Err(SpinError::Descriptor { .. })), "{name}: {result:?}");
        let result = type_switch("A", "(Ljava/lang/Object;I)I", &[Label::Class(name.to_owned())]);
        assert!(matches!(result, Err(SpinError::Descriptor { .. })), "{name}: {result:?}");
    }
}

#[test]
fn a_constant_pool_or_code_that_grows_too_large_is_told() {
    let labels: Vec<Label> =
        (0..3000).map(|n| Label::Enum { class: format!("E{n}"), constant: "A".to_owned() }).collect();
    let result = type_switch("A", "(Ljava/lang/Object;I)I", &labels);
    assert!(matches!(result, Err(SpinError::TooLarge(_))), "{result:?}");
    let labels: Vec<Label> = (0..20_000).map(Label::Int).collect();
    let result = type_switch("A", "(Ljava/lang/Object;I)I", &labels);
    assert!(matches!(result, Err(SpinError::TooLarge(_))), "{result:?}");
    let long_name = Label::EnumName("x".repeat(70_000));
    let result = enum_switch("A", "(LE;I)I", "E", &[long_name]);
    assert_eq!(result, Err(SpinError::TooLarge("length of a text constant")));
    let text = ConcatConstant::Text(vec![0x20ac; 3_000_000]);
    assert!(concat("A", "()Ljava/lang/String;", &[2], &[text]).is_ok(), "long text is split");
}

#[test]
fn getters_that_read_nothing_are_refused() {
    for getter in [handle(6, "R", "x", "(LR;)I"), handle(5, "R", "x", "(I)I"), handle(5, "R", "x", "()V")] {
        let result = record_method("A", RecordMethod::HashCode, "R", "R", &[("x".to_owned(), getter)]);
        assert!(matches!(result, Err(SpinError::Argument(_))), "{result:?}");
    }
    let accessor = handle(5, "R", "x", "()D");
    assert!(record_method("A", RecordMethod::Equals, "R", "R", &[("x".to_owned(), accessor)]).is_ok());
}

#[test]
fn labels_and_types_that_the_switch_bootstraps_refuse_are_refused() {
    for call_type in ["()I", "(Ljava/lang/Object;)I", "(Ljava/lang/Object;J)I", "(Ljava/lang/Object;I)V"] {
        assert!(matches!(type_switch("A", call_type, &[]), Err(SpinError::Argument(_))), "{call_type}");
    }
    let on_boolean = [Label::Long(1), Label::Float(0), Label::Double(0)];
    for label in on_boolean {
        let result = type_switch("A", "(ZI)I", std::slice::from_ref(&label));
        assert!(matches!(result, Err(SpinError::Argument(_))), "{label:?}");
    }
    let name = Label::EnumName("A".to_owned());
    assert!(matches!(type_switch("A", "(LE;I)I", std::slice::from_ref(&name)), Err(SpinError::Argument(_))));
    assert!(matches!(enum_switch("A", "(LE;I)I", "F", &[name]), Err(SpinError::Argument(_))));
}

fn random_descriptor(numbers: &mut Rng) -> String {
    let parts = [
        "(",
        ")",
        "I",
        "J",
        "D",
        "V",
        "[",
        "L",
        ";",
        "a",
        "/",
        "Ljava/lang/Integer;",
        "é",
        "Z",
        "()V",
        "(I)I",
    ];
    (0..numbers.usize(..8)).map(|_| parts[numbers.usize(..parts.len())]).collect()
}

#[test]
fn random_descriptors_never_panic_and_what_is_accepted_is_a_class_file() {
    let mut numbers = Rng::with_seed(7);
    let mut accepted = 0;
    for _ in 0..200_000 {
        let spun = match numbers.usize(..4) {
            0 => {
                let mut changed = runnable();
                changed.implementation.kind = numbers.usize(..11) as u8;
                changed.implementation.is_interface = numbers.usize(..2) == 0;
                changed.serializable = numbers.usize(..2) == 0;
                match numbers.usize(..4) {
                    0 => changed.factory_type = random_descriptor(&mut numbers),
                    1 => changed.sam_type = random_descriptor(&mut numbers),
                    2 => changed.instantiated_type = random_descriptor(&mut numbers),
                    _ => changed.implementation.descriptor = random_descriptor(&mut numbers),
                }
                lambda(&changed)
            }
            1 => concat(
                "A",
                &format!("({})La;", random_descriptor(&mut numbers)),
                &vec![1; numbers.usize(..5)],
                &[],
            ),
            2 => {
                let getter = handle(numbers.usize(..10) as u8, "R", "x", &random_descriptor(&mut numbers));
                let which = [RecordMethod::Equals, RecordMethod::HashCode, RecordMethod::ToString]
                    [numbers.usize(..3)];
                record_method("A", which, "R", "R", &[("x".to_owned(), getter)])
            }
            _ => {
                let primitive = [Primitive::Boolean, Primitive::Char, Primitive::Float][numbers.usize(..3)];
                type_switch(
                    "A",
                    &format!("({}I)I", random_descriptor(&mut numbers)),
                    &[Label::PrimitiveClass(primitive)],
                )
            }
        };
        if let Ok(spun) = spun {
            accepted += 1;
            assert_eq!(spun.bytes[..4], [0xCA, 0xFE, 0xBA, 0xBE]);
        }
    }
    assert!(accepted > 4_000, "{accepted} accepted");
}
