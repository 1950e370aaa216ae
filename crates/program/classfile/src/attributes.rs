//! Attributes of classes, fields, methods and record components (JVMS §4.7).
//!
//! An attribute is recognised only from the version on that introduced it; all others are skipped. A
//! recognised attribute must be exactly as long as its contents, and may occur only once.

use crate::class::{
    BootstrapMethod, ClassFile, EnclosingMethod, Field, InnerClass, Method, ModuleInfo, Parameter,
    RecordComponent, SharedPackage,
};
use crate::error::{Result, malformed, shown};
use crate::flags::access;
use crate::names;
use crate::parser::Parser;
use crate::pool::Constant;
use crate::pool_check::not_a;
use crate::reader::Reader;
use std::sync::Arc;

/// The version that introduced an attribute (JVMS table 4.7-B); previews count.
fn known_since(attribute: &str) -> u16 {
    match attribute {
        "Signature" | "EnclosingMethod" | "AnnotationDefault" => 49,
        "RuntimeVisibleAnnotations" | "RuntimeVisibleParameterAnnotations" => 49,
        "RuntimeInvisibleAnnotations" => 49,
        "BootstrapMethods" => 51,
        "MethodParameters" | "RuntimeVisibleTypeAnnotations" => 52,
        "Module" => 53,
        "NestHost" | "NestMembers" => 55,
        "Record" => 58,
        "PermittedSubclasses" => 59,
        _ => 45,
    }
}

/// Stores the value of an attribute, which must not have occurred before.
pub(crate) fn unique<T>(place: &mut Option<T>, value: T, attribute: &str, at: usize) -> Result<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(malformed(at, format!("there are two attributes {attribute}"))),
    }
}

/// What to do with an attribute, based on its name.
pub(crate) enum Attribute {
    Read,
    Skipped,
}
use Attribute::{Read, Skipped};

impl<'a> Parser<'a> {
    /// Reads a table of attributes; `each` gets the name and a reader of exactly the contents.
    pub(crate) fn attributes(
        &mut self,
        reader: &mut Reader<'_>,
        mut each: impl FnMut(&mut Self, &'a str, &mut Reader<'_>) -> Result<Attribute>,
    ) -> Result<()> {
        for _ in 0..reader.u16()? {
            let at = reader.offset();
            let index = reader.u16()?;
            let name = self.pool.utf8(index).ok_or_else(|| malformed(at, not_a(self.pool, "Utf8", index)))?;
            let length = reader.u32()?;
            let mut contents = reader.part(length as usize)?;
            if self.owner.major < known_since(name) {
                continue;
            }
            if matches!(each(self, name, &mut contents)?, Read) {
                contents.expect_end(name)?;
            }
        }
        Ok(())
    }

    pub(crate) fn class_attributes(&mut self, reader: &mut Reader<'_>, class: &mut ClassFile) -> Result<()> {
        let (mut bootstrap, mut members, mut inner) = (None, None, None);
        self.attributes(reader, |parser, name, contents| {
            let at = contents.offset();
            match name {
                "SourceFile" => unique(&mut class.source_file, parser.text(contents)?, name, at)?,
                "Signature" => unique(&mut class.signature, parser.text(contents)?, name, at)?,
                "BootstrapMethods" => unique(&mut bootstrap, bootstrap_methods(contents)?, name, at)?,
                "NestHost" => unique(&mut class.nest_host, parser.class_name(contents)?, name, at)?,
                "NestMembers" => unique(&mut members, parser.class_names(contents)?, name, at)?,
                "PermittedSubclasses" => {
                    unique(&mut class.permitted_subclasses, parser.class_names(contents)?, name, at)?;
                }
                "Module" if class.access & access::MODULE != 0 => {
                    unique(&mut class.module, parser.module(contents)?, name, at)?
                }
                "Record" => unique(&mut class.record, parser.record(contents)?, name, at)?,
                "InnerClasses" => unique(&mut inner, parser.inner_classes(contents)?, name, at)?,
                "EnclosingMethod" => {
                    unique(&mut class.enclosing_method, parser.enclosing_method(contents)?, name, at)?;
                }
                "RuntimeVisibleAnnotations" => unique(&mut class.annotations, contents.rest()?, name, at)?,
                "RuntimeVisibleTypeAnnotations" => {
                    unique(&mut class.type_annotations, contents.rest()?, name, at)?;
                }
                _ => return Ok(Skipped),
            }
            Ok(Read)
        })?;
        if class.nest_host.is_some() && members.is_some() {
            return Err(malformed(reader.offset(), "a class cannot be both host and member of a nest"));
        }
        class.bootstrap_methods = bootstrap.unwrap_or_default();
        class.nest_members = members.unwrap_or_default();
        class.inner_classes = inner.unwrap_or_default();
        Ok(())
    }

    pub(crate) fn field_attributes(&mut self, reader: &mut Reader<'_>, field: &mut Field) -> Result<()> {
        let descriptor = Arc::clone(&field.descriptor);
        let is_static = field.access & access::STATIC != 0;
        self.attributes(reader, |parser, name, contents| {
            let at = contents.offset();
            match name {
                // JVMS §4.7.2: it must be ignored on a field that is not static.
                "ConstantValue" if is_static => {
                    let value = parser.constant_value(&descriptor, contents)?;
                    unique(&mut field.constant_value, value, name, at)?;
                }
                "Signature" => unique(&mut field.signature, parser.text(contents)?, name, at)?,
                "RuntimeVisibleAnnotations" => unique(&mut field.annotations, contents.rest()?, name, at)?,
                "RuntimeVisibleTypeAnnotations" => {
                    unique(&mut field.type_annotations, contents.rest()?, name, at)?;
                }
                _ => return Ok(Skipped),
            }
            Ok(Read)
        })
    }

    /// `slots` is the number of local variables that the arguments take.
    pub(crate) fn method_attributes(
        &mut self,
        reader: &mut Reader<'_>,
        method: &mut Method,
        slots: u16,
    ) -> Result<()> {
        let mut exceptions = None;
        self.attributes(reader, |parser, name, contents| {
            let at = contents.offset();
            match name {
                "Code" => unique(&mut method.code, parser.code(contents, slots)?, name, at)?,
                "Exceptions" => unique(&mut exceptions, parser.class_names(contents)?, name, at)?,
                "Signature" => unique(&mut method.signature, parser.text(contents)?, name, at)?,
                "MethodParameters" => unique(&mut method.parameters, parser.parameters(contents)?, name, at)?,
                "AnnotationDefault" => unique(&mut method.annotation_default, contents.rest()?, name, at)?,
                "RuntimeVisibleAnnotations" => unique(&mut method.annotations, contents.rest()?, name, at)?,
                "RuntimeInvisibleAnnotations" => {
                    unique(&mut method.invisible_annotations, contents.rest()?, name, at)?;
                }
                "RuntimeVisibleParameterAnnotations" => {
                    unique(&mut method.parameter_annotations, contents.rest()?, name, at)?;
                }
                "RuntimeVisibleTypeAnnotations" => {
                    unique(&mut method.type_annotations, contents.rest()?, name, at)?;
                }
                _ => return Ok(Skipped),
            }
            Ok(Read)
        })?;
        method.exceptions = exceptions.unwrap_or_default();
        Ok(())
    }

    fn record(&mut self, reader: &mut Reader<'_>) -> Result<Vec<RecordComponent>> {
        let count = reader.u16()?;
        let mut components = Vec::with_capacity(reader.plausible(count, 6));
        for _ in 0..count {
            let at = reader.offset();
            let mut component = RecordComponent {
                name: self.text(reader)?,
                descriptor: self.text(reader)?,
                ..RecordComponent::default()
            };
            if !names::is_unqualified_name(&component.name)
                || !names::is_field_descriptor(&component.descriptor)
            {
                let (name, descriptor) = (shown(&component.name), shown(&component.descriptor));
                return Err(malformed(at, format!("{name} of type {descriptor} is not a record component")));
            }
            self.attributes(reader, |parser, name, contents| {
                let at = contents.offset();
                match name {
                    "Signature" => unique(&mut component.signature, parser.text(contents)?, name, at)?,
                    "RuntimeVisibleAnnotations" => {
                        unique(&mut component.annotations, contents.rest()?, name, at)?;
                    }
                    "RuntimeVisibleTypeAnnotations" => {
                        unique(&mut component.type_annotations, contents.rest()?, name, at)?;
                    }
                    _ => return Ok(Skipped),
                }
                Ok(Read)
            })?;
            components.push(component);
        }
        Ok(components)
    }

    fn inner_classes(&mut self, reader: &mut Reader<'_>) -> Result<Vec<InnerClass>> {
        let count = reader.u16()?;
        let mut classes = Vec::with_capacity(reader.plausible(count, 8));
        for _ in 0..count {
            let inner = self.optional_class_name(reader)?;
            let outer = self.optional_class_name(reader)?;
            let name = self.optional_text(reader)?;
            let access = reader.u16()?;
            // Some old compilers wrote rows without a class; HotSpot accepts them, and they have no meaning.
            if let Some(inner) = inner {
                classes.push(InnerClass { inner, outer, name, access });
            }
        }
        Ok(classes)
    }

    fn enclosing_method(&mut self, reader: &mut Reader<'_>) -> Result<EnclosingMethod> {
        let class = self.class_name(reader)?;
        let at = reader.offset();
        let index = reader.u16()?;
        let method = match self.pool.get(index) {
            _ if index == 0 => None,
            Some(&Constant::NameAndType { name, descriptor }) => {
                self.text_at(name).zip(self.text_at(descriptor))
            }
            _ => return Err(malformed(at, not_a(self.pool, "NameAndType", index))),
        };
        Ok(EnclosingMethod { class, method })
    }

    /// Of the attribute `Module` only what is given to other modules is kept.
    fn module(&mut self, reader: &mut Reader<'_>) -> Result<ModuleInfo> {
        // Name, flags, version; then rows of three numbers for the modules required.
        reader.part(6)?;
        let required = reader.u16()?;
        reader.part(usize::from(required) * 6)?;
        let (exports, opens) = (self.shared_packages(reader)?, self.shared_packages(reader)?);
        let used = reader.u16()?;
        reader.part(usize::from(used) * 2)?;
        let count = reader.u16()?;
        let mut provides = Vec::with_capacity(reader.plausible(count, 4));
        for _ in 0..count {
            provides.push((self.class_name(reader)?, self.class_names(reader)?));
        }
        Ok(ModuleInfo { exports, opens, provides })
    }

    fn shared_packages(&mut self, reader: &mut Reader<'_>) -> Result<Vec<SharedPackage>> {
        let count = reader.u16()?;
        let mut packages = Vec::with_capacity(reader.plausible(count, 6));
        for _ in 0..count {
            let package = self.module_or_package(reader, "Package")?;
            reader.part(2)?;
            let target_count = reader.u16()?;
            let mut targets = Vec::with_capacity(reader.plausible(target_count, 2));
            for _ in 0..target_count {
                targets.push(self.module_or_package(reader, "Module")?);
            }
            packages.push(SharedPackage { package, targets });
        }
        Ok(packages)
    }

    fn module_or_package(&mut self, reader: &mut Reader<'_>, kind: &str) -> Result<Arc<str>> {
        let at = reader.offset();
        let index = reader.u16()?;
        let text = match self.pool.get(index) {
            Some(&Constant::Package { name }) if kind == "Package" => self.text_at(name),
            Some(&Constant::Module { name }) if kind == "Module" => self.text_at(name),
            _ => None,
        };
        text.ok_or_else(|| malformed(at, not_a(self.pool, kind, index)))
    }

    fn parameters(&mut self, reader: &mut Reader<'_>) -> Result<Vec<Parameter>> {
        let count = reader.u8()?;
        let mut parameters = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            parameters.push(Parameter { name: self.optional_text(reader)?, access: reader.u16()? });
        }
        Ok(parameters)
    }

    fn class_names(&mut self, reader: &mut Reader<'_>) -> Result<Vec<Arc<str>>> {
        let count = reader.u16()?;
        let mut classes = Vec::with_capacity(reader.plausible(count, 2));
        for _ in 0..count {
            classes.push(self.class_name(reader)?);
        }
        Ok(classes)
    }

    fn constant_value(&mut self, descriptor: &str, reader: &mut Reader<'_>) -> Result<u16> {
        let at = reader.offset();
        let index = reader.u16()?;
        let fits = matches!(
            (descriptor, self.pool.get(index)),
            ("B" | "C" | "I" | "S" | "Z", Some(Constant::Integer(_)))
                | ("F", Some(Constant::Float(_)))
                | ("J", Some(Constant::Long(_)))
                | ("D", Some(Constant::Double(_)))
                | ("Ljava/lang/String;", Some(Constant::String { .. }))
        );
        if fits {
            return Ok(index);
        }
        let wanted = format!("a value of type {}", shown(descriptor));
        Err(malformed(at, not_a(self.pool, &wanted, index)))
    }
}

fn bootstrap_methods(reader: &mut Reader<'_>) -> Result<Vec<BootstrapMethod>> {
    let count = reader.u16()?;
    let mut methods = Vec::with_capacity(reader.plausible(count, 4));
    for _ in 0..count {
        let handle = reader.u16()?;
        let argument_count = reader.u16()?;
        let mut arguments = Vec::with_capacity(reader.plausible(argument_count, 2));
        for _ in 0..argument_count {
            arguments.push(reader.u16()?);
        }
        methods.push(BootstrapMethod { handle, arguments });
    }
    Ok(methods)
}
