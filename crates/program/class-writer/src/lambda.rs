//! Lambdas and method references: the class that `LambdaMetafactory` spins.
//!
//! The class is final and synthetic, keeps each captured value in a final field `arg$N`, and forwards the
//! interface's method and its bridges to the implementation. A lambda that captures nothing is a single
//! object, created when the class is initialised; a capturing one is a new object each time.
//!
//! Deviations: the class also has the static method that represents the call site. A serialisable lambda
//! lists `java.io.Serializable` among its interfaces even if another of them extends it. A lambda that is
//! `Serializable` without having been requested (`serializable` false) does not refuse to be serialised.
//! Which of several classes declares an inherited implementation is not known here; [`Handle::owner`] is used
//! instead.

use crate::convert::{box_primitive, convert, is_adaptable, is_convertible};
use crate::descriptor::{MethodType, Type, check_class_name};
use crate::writer::{
    BRIDGE, ClassWriter, Code, FINAL, Invoke, Op, PRIVATE, PUBLIC, STATIC, SUPER, SYNTHETIC,
};
use crate::{Handle, SpinError, Spun};

const INSTANCE_FIELD: &str = "LAMBDA_INSTANCE$";
const SERIALIZED_LAMBDA: &str = "java/lang/invoke/SerializedLambda";
const SERIALIZED_LAMBDA_INIT: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;\
     ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V";

/// The static arguments of `LambdaMetafactory.metafactory` or `altMetafactory`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lambda {
    /// Internal name of the class to spin.
    pub class_name: String,
    /// Internal name of the class with the call site.
    pub caller: String,
    /// Name of the interface's method: the name of the call site.
    pub sam_name: String,
    /// Type of the call site: `(captured values)LInterface;`.
    pub factory_type: String,
    /// Erased type of the interface's method.
    pub sam_type: String,
    /// The method to forward to. Reference kind 7 (`invokeSpecial`) on the caller is treated as a private
    /// method, which a nestmate calls by `invokevirtual` or `invokeinterface`; on another class it is a call
    /// of a superclass's method and stays an `invokespecial`, which only a virtual machine that does not
    /// verify accepts.
    pub implementation: Handle,
    /// Type of the interface's method with its type variables replaced.
    pub instantiated_type: String,
    /// `FLAG_SERIALIZABLE`: add a `writeReplace` that returns a `SerializedLambda`.
    pub serializable: bool,
    /// `FLAG_MARKERS`: further interfaces.
    pub markers: Vec<String>,
    /// `FLAG_BRIDGES`: further types under which the method can be called.
    pub bridges: Vec<String>,
}

/// The parts of a [`Lambda`] that are needed more than once, parsed and checked.
struct Plan<'a> {
    lambda: &'a Lambda,
    interface: &'a str,
    captured: Vec<Type>,
    instantiated: MethodType,
    /// Types of the implementation as a method handle: with receiver, and the new object as a constructor's
    /// result.
    target: MethodType,
    invoke: Invoke,
}

/// Spins the class of a lambda or method reference.
pub fn lambda(lambda: &Lambda) -> Result<Spun, SpinError> {
    let factory = MethodType::parse(&lambda.factory_type)?;
    let plan = Plan::new(lambda, &factory)?;
    let sam = MethodType::parse(&lambda.sam_type)?;
    plan.check(&sam)?;
    let mut interfaces = vec![plan.interface];
    let serializable = lambda.serializable.then_some("java/io/Serializable");
    for marker in lambda.markers.iter().map(String::as_str).chain(serializable) {
        check_class_name(marker)?;
        if !interfaces.contains(&marker) {
            interfaces.push(marker);
        }
    }
    let mut class = ClassWriter::new(FINAL | SUPER | SYNTHETIC, &lambda.class_name, &interfaces);
    plan.state(&mut class);
    class.method(PUBLIC, &lambda.sam_name, &lambda.sam_type, |code| plan.forward(code, &sam));
    let mut written = vec![&lambda.sam_type];
    for bridge in &lambda.bridges {
        let bridge_type = MethodType::parse(bridge)?;
        plan.check(&bridge_type)?;
        if !written.contains(&bridge) {
            class.method(PUBLIC | BRIDGE, &lambda.sam_name, bridge, |code| plan.forward(code, &bridge_type));
            written.push(bridge);
        }
    }
    if lambda.serializable {
        class
            .method(PRIVATE | FINAL, "writeReplace", "()Ljava/lang/Object;", |code| plan.write_replace(code));
    }
    let method = if lambda.sam_name == "get$Lambda" { "get$Lambda$" } else { "get$Lambda" };
    class.method(STATIC | SYNTHETIC, method, &lambda.factory_type, |code| plan.factory(code));
    Ok(Spun {
        class_name: lambda.class_name.clone(),
        bytes: class.finish()?,
        method: method.to_owned(),
        descriptor: lambda.factory_type.clone(),
    })
}

impl<'a> Plan<'a> {
    fn new(lambda: &'a Lambda, factory: &MethodType) -> Result<Plan<'a>, SpinError> {
        check_class_name(&lambda.class_name)?;
        check_class_name(&lambda.caller)?;
        let interface = interface_name(&lambda.factory_type).ok_or_else(|| {
            SpinError::Lambda(format!("{} does not give an interface", lambda.factory_type))
        })?;
        if lambda.sam_name.is_empty() || lambda.sam_name.contains(['.', ';', '[', '/', '<', '>']) {
            return Err(SpinError::Lambda(format!("Method name '{}' is not legal", lambda.sam_name)));
        }
        let (target, invoke) = target(lambda)?;
        Ok(Plan {
            lambda,
            interface,
            captured: factory.parameters.clone(),
            instantiated: MethodType::parse(&lambda.instantiated_type)?,
            target,
            invoke,
        })
    }

    /// Whether the first argument of the target is its receiver.
    fn has_receiver(&self) -> bool {
        !matches!(self.lambda.implementation.kind, 6 | 8)
    }

    /// The checks that the metafactory makes before it spins, except those about subtypes.
    fn check(&self, method: &MethodType) -> Result<(), SpinError> {
        let (captured, wanted) = (self.captured.len(), self.target.parameters.len());
        let count = method.parameters.len();
        if wanted != captured + count || self.instantiated.parameters.len() != count {
            return Err(SpinError::Lambda(format!(
                "Incorrect number of parameters for method {}; {captured} captured parameters, {count} functional \
                 interface method parameters, {} dynamic parameters, {wanted} implementation parameters",
                self.lambda.implementation.name,
                self.instantiated.parameters.len()
            )));
        }
        let receivers = usize::from(self.has_receiver());
        for (at, given) in self.captured.iter().enumerate().skip(receivers) {
            if *given != self.target.parameters[at] {
                return Err(mismatch(
                    &format!("captured lambda parameter {at}"),
                    given,
                    &self.target.parameters[at],
                ));
            }
        }
        for (at, given) in self.instantiated.parameters.iter().enumerate() {
            let target = &self.target.parameters[captured + at];
            if !is_adaptable(given, target, captured + at >= receivers) {
                return Err(mismatch(&format!("lambda argument {}", captured + at), given, target));
            }
            if !same_shape(given, &method.parameters[at]) {
                return Err(mismatch(&format!("dynamic parameter {at}"), given, &method.parameters[at]));
            }
        }
        self.check_result(method)
    }

    fn check_result(&self, method: &MethodType) -> Result<(), SpinError> {
        let results = (&self.target.result, &self.instantiated.result, &method.result);
        let fits = match results {
            (_, None, None) => true,
            (Some(target), Some(instantiated), Some(wanted)) => {
                is_adaptable(target, instantiated, false)
                    && is_adaptable(instantiated, wanted, true)
                    && is_convertible(target, wanted)
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let name = |kind: &Option<Type>| kind.as_ref().map_or_else(|| "V".to_owned(), Type::descriptor);
        Err(SpinError::Lambda(format!(
            "Type mismatch for lambda return: {} is not convertible to {} and {}",
            name(results.0),
            name(results.1),
            name(results.2)
        )))
    }

    fn field_name(at: usize) -> String {
        format!("arg${}", at + 1)
    }

    fn constructor_type(&self) -> String {
        MethodType { parameters: self.captured.clone(), result: None }.descriptor()
    }

    /// Fields, constructor, and the single instance if nothing is captured.
    fn state(&self, class: &mut ClassWriter) {
        let name = &self.lambda.class_name;
        for (at, kind) in self.captured.iter().enumerate() {
            class.field(PRIVATE | FINAL, &Plan::field_name(at), &kind.descriptor());
        }
        class.method(PRIVATE, "<init>", &self.constructor_type(), |code| {
            code.aload(0);
            code.invoke(Invoke::Special, "java/lang/Object", "<init>", "()V");
            let mut slot = 1;
            for (at, kind) in self.captured.iter().enumerate() {
                code.aload(0);
                code.load(kind, slot);
                code.put_field(name, &Plan::field_name(at), &kind.descriptor());
                slot += kind.slots();
            }
            code.return_value(None);
        });
        if self.captured.is_empty() {
            let interface = format!("L{};", self.interface);
            class.field(PRIVATE | STATIC | FINAL, INSTANCE_FIELD, &interface);
            class.method(STATIC, "<clinit>", "()V", |code| {
                self.construct(code);
                code.put_static(name, INSTANCE_FIELD, &interface);
                code.return_value(None);
            });
        }
    }

    /// Pushes a new object, created from the values in the locals from 0 on.
    fn construct(&self, code: &mut Code<'_>) {
        code.new_object(&self.lambda.class_name);
        code.op(Op::Dup);
        let mut slot = 0;
        for kind in &self.captured {
            code.load(kind, slot);
            slot += kind.slots();
        }
        code.invoke(Invoke::Special, &self.lambda.class_name, "<init>", &self.constructor_type());
    }

    /// The body of the static method that represents the call site.
    fn factory(&self, code: &mut Code<'_>) {
        if self.captured.is_empty() {
            code.get_static(&self.lambda.class_name, INSTANCE_FIELD, &format!("L{};", self.interface));
        } else {
            self.construct(code);
        }
        code.return_value(Some(&Type::object()));
    }

    fn push_captured(&self, code: &mut Code<'_>, at: usize, kind: &Type) {
        code.aload(0);
        code.get_field(&self.lambda.class_name, &Plan::field_name(at), &kind.descriptor());
    }

    /// The body of the interface's method, or of a bridge, with parameters and result of `method`.
    fn forward(&self, code: &mut Code<'_>, method: &MethodType) {
        let implementation = &self.lambda.implementation;
        if implementation.kind == 8 {
            code.new_object(&implementation.owner);
            code.op(Op::Dup);
        }
        for (at, kind) in self.captured.iter().enumerate() {
            self.push_captured(code, at, kind);
        }
        let mut slot = 1;
        let targets = &self.target.parameters[self.captured.len()..];
        for ((given, target), checked) in
            method.parameters.iter().zip(targets).zip(&self.instantiated.parameters)
        {
            code.load(given, slot);
            convert(code, given, target, checked);
            slot += given.slots();
        }
        let Handle { owner, name, descriptor, is_interface, .. } = implementation;
        code.invoke_member(self.invoke, [owner, name, descriptor], *is_interface);
        if let (Some(given), Some(wanted)) = (&self.target.result, &method.result) {
            convert(code, given, wanted, wanted);
        }
        // An unused result is left on the stack: `return` discards it.
        code.return_value(method.result.as_ref());
    }

    fn write_replace(&self, code: &mut Code<'_>) {
        let (lambda, implementation) = (self.lambda, &self.lambda.implementation);
        code.new_object(SERIALIZED_LAMBDA);
        code.op(Op::Dup);
        code.push_class(&lambda.caller);
        for text in [self.interface, &lambda.sam_name, &lambda.sam_type] {
            code.push_text(text);
        }
        code.push_int(i32::from(implementation.kind));
        for text in [
            &implementation.owner,
            &implementation.name,
            &implementation.descriptor,
            &lambda.instantiated_type,
        ] {
            code.push_text(text);
        }
        code.push_int(self.captured.len() as i32);
        code.new_array("java/lang/Object");
        for (at, kind) in self.captured.iter().enumerate() {
            code.op(Op::Dup);
            code.push_int(at as i32);
            self.push_captured(code, at, kind);
            if let Type::Primitive(primitive) = kind {
                box_primitive(code, *primitive);
            }
            code.op(Op::Aastore);
        }
        code.invoke(Invoke::Special, SERIALIZED_LAMBDA, "<init>", SERIALIZED_LAMBDA_INIT);
        code.return_value(Some(&Type::object()));
    }
}

/// The interface that a factory type returns.
fn interface_name(factory_type: &str) -> Option<&str> {
    factory_type.rsplit(')').next()?.strip_prefix('L')?.strip_suffix(';')
}

/// The implementation's type as a method handle, and how it is called.
fn target(lambda: &Lambda) -> Result<(MethodType, Invoke), SpinError> {
    let Handle { kind, owner, name, descriptor, is_interface } = &lambda.implementation;
    let receiver = Type::of_class(owner)?;
    let mut method = MethodType::parse(descriptor)?;
    let by_kind = if *is_interface { Invoke::Interface } else { Invoke::Virtual };
    let invoke = match kind {
        5 | 9 => by_kind,
        6 => Invoke::Static,
        7 if *owner == lambda.caller => by_kind,
        7 | 8 => Invoke::Special,
        _ => return Err(SpinError::Lambda(format!("Unsupported MethodHandle kind: {kind} {owner}.{name}"))),
    };
    match kind {
        6 => {}
        8 if name != "<init>" || method.result.is_some() || owner.starts_with('[') => {
            return Err(SpinError::Lambda(format!("{owner}.{name}:{descriptor} is not a constructor")));
        }
        8 => method.result = Some(receiver),
        _ => method.parameters.insert(0, receiver),
    }
    Ok((method, invoke))
}

/// Whether a value of one type can be one of the other without conversion, as far as the types alone
/// determine it.
fn same_shape(one: &Type, other: &Type) -> bool {
    one == other || matches!((one, other), (Type::Reference(_), Type::Reference(_)))
}

fn mismatch(what: &str, given: &Type, wanted: &Type) -> SpinError {
    SpinError::Lambda(format!(
        "Type mismatch for {what}: {} is not convertible to {}",
        given.descriptor(),
        wanted.descriptor()
    ))
}
