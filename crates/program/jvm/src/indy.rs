//! `invokedynamic` (JVMS 6.5, 5.4.3.6): the machine itself implements the bootstrap methods that javac uses.
//!
//! A call site becomes a static method of a class spun for it. Call sites of other bootstrap methods are
//! linked by the class library's own java.lang.invoke (see `handle.rs`).

use crate::class::ClassRef;
use crate::code::{Code, op};
use crate::descriptor;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;
use class_writer::{ConcatConstant, Handle, Label, Lambda, RecordMethod, Spun};
use classfile::{Constant, Pool};
use std::sync::atomic::Ordering;

/// The bootstrap method of a call site and its arguments.
pub(crate) struct Site<'a> {
    pub class: ClassRef,
    pub pool: &'a Pool,
    pub name: &'a str,
    pub descriptor: &'a str,
    pub bootstrap: Handle,
    pub arguments: &'a [u16],
}

impl Vm<'_> {
    /// Links the call site of the instruction at `pc` and makes it quick, or runs the bootstrap method first.
    pub(crate) fn link_dynamic(
        &mut self,
        code: &'static Code,
        pc: usize,
        site: u32,
        index: u16,
    ) -> Result<(), Trap> {
        let class = code.method.class;
        let Some(call) = site_of(class, index) else {
            return raise_with("java/lang/ClassFormatError", "a call site without bootstrap method");
        };
        match self.spin(&call)? {
            Some(spun) => {
                let host = class.host.unwrap_or(class);
                let made = self.lib.define_hidden(&mut self.st.heap, host, spun.bytes, true)?;
                let (name, descriptor) = (self.lib.symbol(&spun.method), self.lib.symbol(&spun.descriptor));
                let Some(method) = made.declared(name, descriptor) else {
                    return Err(Trap::defect("a spun class without its method"));
                };
                let _ = code.sites[site as usize].set(method);
                code.quicken(pc, op::INVOKEDYNAMIC_Q, site, u32::from(index));
                Ok(())
            }
            None => self.quicken_polymorphic(code, pc, index),
        }
    }

    /// The class that implements a call site, for known bootstrap methods.
    fn spin(&mut self, site: &Site<'_>) -> Result<Option<Spun>, Trap> {
        let number = self.lib.spun.fetch_add(1, Ordering::Relaxed);
        let owner = &site.class.name;
        let made =
            |kind: &str| format!("{owner}$${kind}+0x{:016x}", 0x7f00_0000_0000_u64 + u64::from(number) * 8);
        // A handle to anything else, also to an overload that does not exist, is resolved like any other.
        if !has_known_type(&site.bootstrap) {
            return Ok(None);
        }
        let spun = match (&*site.bootstrap.owner, &*site.bootstrap.name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                let Some(lambda) = self.lambda(site, made("Lambda"))? else { return Ok(None) };
                class_writer::lambda(&lambda)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                let recipe = site.arguments.first().and_then(|&i| text_of(site.pool, i)).unwrap_or_default();
                let Some(constants) = constants(site) else { return Ok(None) };
                class_writer::concat(&made("Concat"), site.descriptor, &recipe, &constants)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcat") => {
                let recipe = vec![1; descriptor::split(site.descriptor).0.len()];
                class_writer::concat(&made("Concat"), site.descriptor, &recipe, &[])
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => match record(site, &made("Record")) {
                Some(spun) => spun,
                None => return Ok(None),
            },
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => match self.labels(site, false) {
                Some(labels) => class_writer::type_switch(&made("Switch"), site.descriptor, &labels),
                None => return Ok(None),
            },
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => match self.labels(site, true) {
                Some(labels) => {
                    let parameters = descriptor::split(site.descriptor).0;
                    let class = parameters.first().map_or("", |p| descriptor::class_name(p));
                    class_writer::enum_switch(&made("Switch"), site.descriptor, class, &labels)
                }
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        match spun {
            Ok(spun) => Ok(Some(spun)),
            // If the spinner refuses, the class library throws the right exception.
            Err(_) => Ok(None),
        }
    }

    fn lambda(&mut self, site: &Site<'_>, class_name: String) -> Result<Option<Lambda>, Trap> {
        let argument = |i: usize| site.arguments.get(i).copied().unwrap_or_default();
        let (Some(sam_type), Some(implementation), Some(instantiated_type)) = (
            method_type(site.pool, argument(0)),
            handle(site.pool, argument(1)),
            method_type(site.pool, argument(2)),
        ) else {
            return Ok(None);
        };
        let mut lambda = Lambda {
            class_name,
            caller: site.class.host.unwrap_or(site.class).name.to_string(),
            sam_name: site.name.to_owned(),
            factory_type: site.descriptor.to_owned(),
            sam_type: sam_type.to_owned(),
            implementation,
            instantiated_type: instantiated_type.to_owned(),
            serializable: false,
            markers: Vec::new(),
            bridges: Vec::new(),
        };
        if site.bootstrap.name == "altMetafactory" {
            const SERIALIZABLE: i32 = 1;
            const MARKERS: i32 = 2;
            const BRIDGES: i32 = 4;
            let integer = |i: usize| match site.pool.get(argument(i)) {
                Some(Constant::Integer(value)) => *value,
                _ => 0,
            };
            let flags = integer(3);
            let mut at = 4;
            if flags & MARKERS != 0 {
                let count = integer(at).max(0) as usize;
                lambda.markers = (at + 1..=at + count)
                    .filter_map(|i| site.pool.class_name(argument(i)).map(str::to_owned))
                    .collect();
                at += 1 + count;
            }
            if flags & BRIDGES != 0 {
                let count = integer(at).max(0) as usize;
                lambda.bridges = (at + 1..=at + count)
                    .filter_map(|i| method_type(site.pool, argument(i)).map(str::to_owned))
                    .collect();
            }
            lambda.serializable = flags & SERIALIZABLE != 0;
            if lambda.serializable && !self.is_serializable(site, &lambda)? {
                lambda.markers.push("java/io/Serializable".to_owned());
            }
        }
        Ok(Some(lambda))
    }

    fn is_serializable(&mut self, site: &Site<'_>, lambda: &Lambda) -> Result<bool, Trap> {
        let serializable = self.system_class("java/io/Serializable")?;
        let interface = descriptor::class_name(descriptor::split(site.descriptor).1).to_owned();
        for name in std::iter::once(&interface).chain(&lambda.markers) {
            if self.class_named(site.class, name)?.is_subtype(serializable) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn labels(&self, site: &Site<'_>, of_enum: bool) -> Option<Vec<Label>> {
        let label = |&index: &u16| {
            Some(match site.pool.get(index)? {
                Constant::Class { .. } => Label::Class(site.pool.class_name(index)?.to_owned()),
                Constant::String { utf8 } if of_enum => Label::EnumName(site.pool.utf8(*utf8)?.to_owned()),
                Constant::String { utf8 } => Label::Text(site.pool.utf16(*utf8)?),
                Constant::Integer(value) => Label::Int(*value),
                Constant::Long(value) => Label::Long(*value),
                Constant::Float(bits) => Label::Float(*bits),
                Constant::Double(bits) => Label::Double(*bits),
                Constant::Dynamic { .. } => enum_label(site, index)?,
                _ => return None,
            })
        };
        site.arguments.iter().map(label).collect()
    }
}

/// An `EnumDesc` label: `ConstantBootstraps.invoke(EnumDesc.of, ClassDesc.of("…"), "NAME")`.
fn enum_label(site: &Site<'_>, index: u16) -> Option<Label> {
    let call = site_of(site.class, index)?;
    if call.bootstrap.owner != "java/lang/invoke/ConstantBootstraps" || call.bootstrap.name != "invoke" {
        return None;
    }
    let target = handle(call.pool, *call.arguments.first()?)?;
    if target.owner != "java/lang/Enum$EnumDesc" || target.name != "of" {
        return None;
    }
    let class = site_of(site.class, *call.arguments.get(1)?)?;
    let of = handle(class.pool, *class.arguments.first()?)?;
    if of.owner != "java/lang/constant/ClassDesc" || of.name != "of" {
        return None;
    }
    let name = String::from_utf16(&text_of(class.pool, *class.arguments.get(1)?)?).ok()?;
    let constant = String::from_utf16(&text_of(call.pool, *call.arguments.get(2)?)?).ok()?;
    Some(Label::Enum { class: name.replace('.', "/"), constant })
}

/// Whether a handle to a bootstrap method has the type of the one that the machine implements itself.
fn has_known_type(bootstrap: &Handle) -> bool {
    let (name, rest, result) = match &*bootstrap.name {
        "metafactory" => (
            "MethodType",
            "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;",
            "invoke/CallSite",
        ),
        "makeConcatWithConstants" => {
            ("MethodType", "Ljava/lang/String;[Ljava/lang/Object;", "invoke/CallSite")
        }
        "makeConcat" => ("MethodType", "", "invoke/CallSite"),
        "bootstrap" => (
            "TypeDescriptor",
            "Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/invoke/MethodHandle;",
            "Object",
        ),
        _ => ("MethodType", "[Ljava/lang/Object;", "invoke/CallSite"),
    };
    let type_of_site = format!("Ljava/lang/invoke/{name};");
    let start = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
    bootstrap.descriptor == format!("{start}{type_of_site}{rest})Ljava/lang/{result};")
}

/// Reads an InvokeDynamic or Dynamic entry.
pub(crate) fn site_of(class: ClassRef, index: u16) -> Option<Site<'static>> {
    let file = class.file()?;
    let (Constant::InvokeDynamic { bootstrap, name_and_type }
    | Constant::Dynamic { bootstrap, name_and_type }) = file.pool.get(index)?
    else {
        return None;
    };
    let (name, descriptor) = file.pool.name_and_type(*name_and_type)?;
    let method = file.bootstrap_methods.get(*bootstrap as usize)?;
    Some(Site {
        class,
        pool: &file.pool,
        name,
        descriptor,
        bootstrap: handle(&file.pool, method.handle)?,
        arguments: &method.arguments,
    })
}

fn handle(pool: &Pool, index: u16) -> Option<Handle> {
    let Constant::MethodHandle { kind, reference } = pool.get(index)? else { return None };
    let member = pool.member(*reference)?;
    Some(Handle {
        kind: *kind,
        owner: member.class.to_owned(),
        name: member.name.to_owned(),
        descriptor: member.descriptor.to_owned(),
        is_interface: member.is_interface,
    })
}

fn method_type(pool: &Pool, index: u16) -> Option<&str> {
    match pool.get(index)? {
        Constant::MethodType { descriptor } => pool.utf8(*descriptor),
        _ => None,
    }
}

fn text_of(pool: &Pool, index: u16) -> Option<Vec<u16>> {
    match pool.get(index)? {
        Constant::String { utf8 } => pool.utf16(*utf8),
        _ => None,
    }
}

/// The constants of a recipe as text. `None` for kinds that only the class library can convert to text.
fn constants(site: &Site<'_>) -> Option<Vec<ConcatConstant>> {
    let text = |&index: &u16| {
        Some(ConcatConstant::Text(match site.pool.get(index)? {
            Constant::String { utf8 } => site.pool.utf16(*utf8)?,
            Constant::Integer(value) => value.to_string().encode_utf16().collect(),
            Constant::Long(value) => value.to_string().encode_utf16().collect(),
            _ => return None,
        }))
    };
    site.arguments.get(1..).unwrap_or_default().iter().map(text).collect()
}

fn record(site: &Site<'_>, class_name: &str) -> Option<Result<Spun, class_writer::SpinError>> {
    let which = match site.name {
        "equals" => RecordMethod::Equals,
        "hashCode" => RecordMethod::HashCode,
        "toString" => RecordMethod::ToString,
        _ => return None,
    };
    let record = site.pool.class_name(*site.arguments.first()?)?;
    let names = String::from_utf16(&text_of(site.pool, *site.arguments.get(1)?)?).ok()?;
    let names = names.split(';').filter(|n| !n.is_empty());
    let getters = site.arguments.get(2..)?.iter().map(|&i| handle(site.pool, i));
    let components: Option<Vec<(String, Handle)>> =
        names.zip(getters).map(|(name, getter)| Some((name.to_owned(), getter?))).collect();
    let file = site.class.file()?;
    let inner = file.inner_classes.iter().find(|i| *i.inner == *record).and_then(|i| i.name.clone());
    let simple = inner.unwrap_or_else(|| record.rsplit('/').next().unwrap_or(record).into());
    Some(class_writer::record_method(class_name, which, record, &simple, &components?))
}
