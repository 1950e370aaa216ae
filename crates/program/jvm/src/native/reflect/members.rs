//! Fields, methods, constructors, parameters and record components as Java objects.

use super::optional_bytes;
use crate::class::{ClassRef, FieldRef, Kind, Loader, MethodRef, flag};
use crate::descriptor;
use crate::handle::has_annotation;
use crate::heap::Ref;
use crate::native::class::{mirrors_array, optional_text, this};
use crate::trap::{ILLEGAL_ARGUMENT, Trap, raise};
use crate::vm::Vm;

impl Vm<'_> {
    /// The class that a field descriptor denotes in `from`.
    pub(crate) fn class_of_descriptor(&mut self, from: ClassRef, text: &str) -> Result<ClassRef, Trap> {
        match Kind::of(text) {
            Kind::Reference => self.class_named(from, descriptor::class_name(text)),
            kind => Ok(self.lib.primitive(kind)),
        }
    }

    /// The method that a java.lang.reflect.Method or Constructor represents.
    pub(crate) fn reflected_method(&self, executable: Ref) -> Result<MethodRef, Trap> {
        if executable.is_null() {
            return raise(crate::trap::NULL_POINTER);
        }
        let class = self.class_of_mirror(self.get_ref(executable, "clazz"));
        let slot = self.get(executable, "slot") as usize;
        match class.and_then(|c| c.methods().get(slot).copied()) {
            Some(method) => Ok(method),
            None => raise(ILLEGAL_ARGUMENT),
        }
    }

    /// The classes of a method's parameters and of its result.
    pub(crate) fn method_types(&mut self, method: MethodRef) -> Result<(Vec<ClassRef>, ClassRef), Trap> {
        let text = self.lib.text(method.descriptor).clone();
        let (parameters, returns) = descriptor::split(&text);
        let mut classes = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            classes.push(self.class_of_descriptor(method.class, parameter)?);
        }
        Ok((classes, self.class_of_descriptor(method.class, returns)?))
    }

    /// A java.lang.reflect.Field.
    pub(crate) fn new_field(&mut self, field: FieldRef) -> Result<Ref, Trap> {
        let class: ClassRef = field.class;
        let type_of = self.class_of_descriptor(class, &self.lib.text(field.descriptor).clone())?;
        let name = self.literal_str(&self.lib.text(field.name).clone())?;
        let object_class = self.system_class("java/lang/reflect/Field")?;
        let object = self.new_object(object_class)?;
        self.put(object, "clazz", class.mirror().0);
        self.put(object, "slot", field.index as u64);
        self.put(object, "name", name.0);
        self.put(object, "type", type_of.mirror().0);
        self.put(object, "modifiers", u64::from(field.access));
        // Final fields that reflection may not write even when made accessible.
        let is_record = class.file().is_some_and(|f| f.record.is_some());
        let is_trusted = field.is_final() && (field.is_static() || class.is_hidden || is_record);
        self.put(object, "trustedFinal", u64::from(is_trusted));
        if let Some(in_file) = class.file().and_then(|f| f.fields.get(field.index)) {
            self.put_text(object, "signature", in_file.signature.as_deref())?;
            self.put_bytes(object, "annotations", in_file.annotations.as_ref())?;
        }
        Ok(object)
    }

    /// A java.lang.reflect.Method or Constructor.
    pub(crate) fn new_executable(&mut self, method: MethodRef) -> Result<Ref, Trap> {
        let class: ClassRef = method.class;
        let (parameters, returns) = self.method_types(method)?;
        let mut exceptions = Vec::new();
        for name in method.file().map_or(&[][..], |m| &m.exceptions) {
            exceptions.push(self.class_named(class, name)?.mirror());
        }
        let is_constructor = &**self.lib.text(method.name) == "<init>";
        let object_class = self.system_class(if is_constructor {
            "java/lang/reflect/Constructor"
        } else {
            "java/lang/reflect/Method"
        })?;
        let object = self.new_object(object_class)?;
        self.put(object, "clazz", class.mirror().0);
        self.put(object, "slot", method.index as u64);
        if !is_constructor {
            let name = self.literal_str(&self.lib.text(method.name).clone())?;
            self.put(object, "name", name.0);
            self.put(object, "returnType", returns.mirror().0);
        }
        let parameters: Vec<Ref> = parameters.iter().map(|p| p.mirror()).collect();
        let parameters = mirrors_array(self, &parameters)?;
        self.put(object, "parameterTypes", parameters);
        let exceptions = mirrors_array(self, &exceptions)?;
        self.put(object, "exceptionTypes", exceptions);
        self.put(object, "modifiers", u64::from(method.access));
        if let Some(in_file) = method.file() {
            self.put_text(object, "signature", in_file.signature.as_deref())?;
            self.put_bytes(object, "annotations", in_file.annotations.as_ref())?;
            self.put_bytes(object, "parameterAnnotations", in_file.parameter_annotations.as_ref())?;
            self.put_bytes(object, "annotationDefault", in_file.annotation_default.as_ref())?;
        }
        Ok(object)
    }

    fn put_text(&mut self, object: Ref, name: &str, text: Option<&str>) -> Result<(), Trap> {
        let text = optional_text(self, text)?;
        self.put(object, name, text);
        Ok(())
    }

    fn put_bytes(&mut self, object: Ref, name: &str, bytes: Option<&classfile::Bytes>) -> Result<(), Trap> {
        let bytes = optional_bytes(self, bytes)?;
        self.put(object, name, bytes);
        Ok(())
    }
}

/// `Class.getDeclaredFields0(boolean publicOnly)`.
pub(crate) fn declared_fields(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (class, public_only) = (this(vm, at)?, vm.arg_int(at + 1) != 0);
    let throwable = vm.lib.known().throwable.id;
    let mut objects = Vec::new();
    for field in class.fields() {
        // Data of the machine, which reflection never shows.
        let is_internal = class.id == throwable && &**vm.lib.text(field.name) == "backtrace";
        if is_internal || (public_only && field.access & flag::PUBLIC == 0) {
            continue;
        }
        objects.push(vm.new_field(field)?);
    }
    let component = vm.system_class("java/lang/reflect/Field")?;
    Ok(vm.new_reference_array(component, &objects)?.0)
}

/// `Class.getDeclaredMethods0(boolean publicOnly)`.
pub(crate) fn declared_methods(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let is_method = |name: &str| !name.starts_with('<');
    executables(vm, at, is_method, "java/lang/reflect/Method")
}

/// `Class.getDeclaredConstructors0(boolean publicOnly)`.
pub(crate) fn declared_constructors(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    executables(vm, at, |name| name == "<init>", "java/lang/reflect/Constructor")
}

fn executables(
    vm: &mut Vm<'_>,
    at: usize,
    is_wanted: fn(&str) -> bool,
    component: &str,
) -> Result<u64, Trap> {
    let (class, public_only) = (this(vm, at)?, vm.arg_int(at + 1) != 0);
    let mut objects = Vec::new();
    for method in class.methods() {
        let is_wanted = is_wanted(vm.lib.text(method.name));
        if is_wanted && (!public_only || method.access & flag::PUBLIC != 0) {
            objects.push(vm.new_executable(method)?);
        }
    }
    let component = vm.system_class(component)?;
    Ok(vm.new_reference_array(component, &objects)?.0)
}

/// `Class.getRecordComponents0()`.
pub(crate) fn record_components(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    let Some(components) = class.file().and_then(|f| f.record.as_ref()) else { return Ok(0) };
    let object_class = vm.system_class("java/lang/reflect/RecordComponent")?;
    let mut objects = Vec::new();
    for component in components {
        let type_of = vm.class_of_descriptor(class, &component.descriptor)?;
        let name = vm.literal_str(&component.name)?;
        let (symbol, descriptor) =
            (vm.lib.symbol(&component.name), vm.lib.symbol(&format!("(){}", component.descriptor)));
        let accessor = match class.declared(symbol, descriptor).filter(|m| !m.is_static()) {
            Some(method) => vm.new_executable(method)?,
            None => Ref::NULL,
        };
        let object = vm.new_object(object_class)?;
        vm.put(object, "clazz", class.mirror().0);
        vm.put(object, "name", name.0);
        vm.put(object, "type", type_of.mirror().0);
        vm.put(object, "accessor", accessor.0);
        vm.put_text(object, "signature", component.signature.as_deref())?;
        vm.put_bytes(object, "annotations", component.annotations.as_ref())?;
        vm.put_bytes(object, "typeAnnotations", component.type_annotations.as_ref())?;
        objects.push(object);
    }
    Ok(vm.new_reference_array(object_class, &objects)?.0)
}

/// `Executable.getParameters0()`: null without a MethodParameters attribute.
pub(super) fn parameters(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let executable = vm.arg_object(at)?;
    let method = vm.reflected_method(executable)?;
    let Some(parameters) = method.file().and_then(|m| m.parameters.as_ref()) else { return Ok(0) };
    let object_class = vm.system_class("java/lang/reflect/Parameter")?;
    let mut objects = Vec::new();
    for (i, parameter) in parameters.iter().enumerate() {
        let object = vm.new_object(object_class)?;
        vm.put_text(object, "name", parameter.name.as_deref())?;
        vm.put(object, "modifiers", u64::from(parameter.access));
        vm.put(object, "executable", executable.0);
        vm.put(object, "index", i as u64);
        objects.push(object);
    }
    Ok(vm.new_reference_array(object_class, &objects)?.0)
}

/// `Executable.getTypeAnnotationBytes0()`.
pub(super) fn method_type_annotations(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let method = vm.reflected_method(vm.arg_object(at)?)?;
    optional_bytes(vm, method.file().and_then(|m| m.type_annotations.as_ref()))
}

/// `Field.getTypeAnnotationBytes0()`.
pub(super) fn field_type_annotations(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let field = crate::native::misc::reflected_field(vm, at)?;
    let class: ClassRef = field.class;
    let in_file = class.file().and_then(|f| f.fields.get(field.index));
    optional_bytes(vm, in_file.and_then(|f| f.type_annotations.as_ref()))
}

/// `Reflection.isCallerSensitive(Method)`: whether a library method is annotated so. The Java body would
/// create objects for all the method's annotations.
pub(super) fn is_caller_sensitive(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let method = vm.reflected_method(vm.arg_object(at)?)?;
    let is_of_jdk = method.class.loader == Loader::BOOT;
    Ok(u64::from(is_of_jdk && has_annotation(method, &["Ljdk/internal/reflect/CallerSensitive;"])))
}
