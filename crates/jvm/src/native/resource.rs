//! Resources and services: what the JDK's image and the class path have besides classes.
//!
//! Streams over resources are streams over their bytes. Addresses (java.net.URL) of resources are unsupported, since
//! nothing here could open them; that a resource is missing is told as usual. Services of the JDK's own modules are found
//! by the modules' declarations.

use super::Native;
use super::reflect::run_body;
use crate::class::Loader;
use crate::heap::Ref;
use crate::trap::Trap;
use crate::vm::Vm;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use Native::Function as F;
    Some(match (class, name) {
        ("java/lang/ClassLoader", "getResourceAsStream") => F(|vm, at| {
            let object = vm.arg_ref(at);
            loader_stream(vm, at, object)
        }),
        ("java/lang/ClassLoader", "getSystemResourceAsStream") => F(|vm, at| {
            let name = vm.text(vm.arg_object(at)?);
            let bytes = builtin_resource(vm, Loader::APP, &name)?;
            stream(vm, bytes)
        }),
        ("jdk/internal/loader/BootLoader", "findResourceAsStream") => F(module_stream),
        ("jdk/internal/loader/BuiltinClassLoader", "findResourceAsStream") => {
            F(|vm, at| module_stream(vm, at + 1))
        }
        ("jdk/internal/loader/BootLoader", "findResource")
            if descriptor.starts_with("(Ljava/lang/String;)") =>
        {
            F(|vm, at| address(vm, at, Loader::BOOT))
        }
        ("jdk/internal/loader/BuiltinClassLoader", "findResource")
            if descriptor.starts_with("(Ljava/lang/String;)") =>
        {
            F(|vm, at| {
                let loader = vm.loader_of(vm.arg_ref(at));
                address(vm, at + 1, loader)
            })
        }
        ("jdk/internal/loader/BootLoader", "findResource") => F(module_address),
        ("jdk/internal/loader/BuiltinClassLoader", "findResource") => F(|vm, at| module_address(vm, at + 1)),
        ("jdk/internal/loader/BootLoader", "findResources") => F(|vm, at| addresses(vm, at, Loader::BOOT)),
        ("jdk/internal/loader/BuiltinClassLoader", "findResources") => F(|vm, at| {
            let loader = vm.loader_of(vm.arg_ref(at));
            addresses(vm, at + 1, loader)
        }),
        ("jdk/internal/module/ServicesCatalog", "findServices") => F(services),
        ("jdk/internal/loader/BootLoader", "getServicesCatalog") => F(boot_catalog),
        ("java/lang/ModuleLayer", "getServicesCatalog") => F(layer_catalog),
        _ => return None,
    })
}

/// The bytes of a resource that a loader finds by itself.
fn resource(vm: &Vm<'_>, loader: Loader, name: &str) -> Result<Option<classfile::Bytes>, Trap> {
    let found = if loader == Loader::BOOT {
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        // Only classes are not encapsulated.
        let module = vm.lib.jdk.module_of_package(package).ok().flatten();
        match module.filter(|_| name.ends_with(".class")) {
            Some(module) => vm.lib.jdk.find_resource(&module, name),
            None => Ok(None),
        }
    } else {
        vm.lib.class_path().find_resource(name)
    };
    match found {
        Ok(found) => Ok(found.map(|f| f.bytes)),
        Err(error) => Err(Trap::Unsupported(format!("reading the resource {name}: {error}"))),
    }
}

/// A stream over bytes, as `new ByteArrayInputStream(bytes)` makes it.
pub(super) fn stream(vm: &mut Vm<'_>, bytes: Option<classfile::Bytes>) -> Result<u64, Trap> {
    let Some(bytes) = bytes else { return Ok(0) };
    let class = vm.system_class("java/io/ByteArrayInputStream")?;
    vm.initialise(class)?;
    let array = vm.new_bytes(&bytes)?;
    let stream = vm.new_object(class)?;
    vm.put(stream, "buf", array.0);
    vm.put(stream, "count", bytes.len() as u64);
    Ok(stream.0)
}

/// `ClassLoader.getResourceAsStream(String)`: loaders written by the program do it their way.
fn loader_stream(vm: &mut Vm<'_>, at: usize, object: Ref) -> Result<u64, Trap> {
    let is_builtin = vm.class_of(object).name.starts_with("jdk/internal/loader/");
    if !is_builtin {
        let descriptor = "(Ljava/lang/String;)Ljava/io/InputStream;";
        let body = vm.system_method("java/lang/ClassLoader", "getResourceAsStream", descriptor)?;
        return run_body(vm, at, body);
    }
    let name = vm.text(vm.arg_object(at + 1)?);
    let loader = vm.loader_of(object);
    let bytes = builtin_resource(vm, loader, &name)?;
    stream(vm, bytes)
}

/// A resource by a loader's name for it: the JDK's own come first.
fn builtin_resource(vm: &Vm<'_>, loader: Loader, name: &str) -> Result<Option<classfile::Bytes>, Trap> {
    match resource(vm, Loader::BOOT, name)? {
        None if loader == Loader::APP => resource(vm, Loader::APP, name),
        found => Ok(found),
    }
}

/// `findResourceAsStream(String module, String name)`.
fn module_stream(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let bytes = module_resource(vm, at)?;
    stream(vm, bytes)
}

fn module_resource(vm: &mut Vm<'_>, at: usize) -> Result<Option<classfile::Bytes>, Trap> {
    let module = vm.arg_ref(at);
    let name = vm.text(vm.arg_object(at + 1)?);
    if module.is_null() {
        return resource(vm, Loader::APP, &name);
    }
    match vm.lib.jdk.find_resource(&vm.text(module), &name) {
        Ok(found) => Ok(found.map(|f| f.bytes)),
        Err(error) => Err(Trap::Unsupported(format!("reading the resource {name}: {error}"))),
    }
}

/// `findResource(String)`: null, or nothing that could be opened.
fn address(vm: &mut Vm<'_>, at: usize, loader: Loader) -> Result<u64, Trap> {
    let name = vm.text(vm.arg_object(at)?);
    refuse_address(resource(vm, loader, &name)?.is_some(), &name)
}

/// `findResource(String module, String name)`.
fn module_address(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let is_there = module_resource(vm, at)?.is_some();
    refuse_address(is_there, &vm.text(vm.arg_ref(at + 1)))
}

fn refuse_address(is_there: bool, name: &str) -> Result<u64, Trap> {
    if is_there {
        let reason = format!("the URL of a resource ({name}); getResourceAsStream reads it");
        return Err(Trap::Unsupported(reason));
    }
    Ok(0)
}

/// `findResources(String)`: an empty enumeration, or nothing that could be opened.
fn addresses(vm: &mut Vm<'_>, at: usize, loader: Loader) -> Result<u64, Trap> {
    let name = vm.text(vm.arg_object(at)?);
    refuse_address(resource(vm, loader, &name)?.is_some(), &name)?;
    let collections = vm.system_class("java/util/Collections$EmptyEnumeration")?;
    vm.initialise(collections)?;
    Ok(vm.get_static(collections, "EMPTY_ENUMERATION"))
}

/// A catalog for the JDK's own modules: it has no map.
fn boot_catalog(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let class = vm.system_class("jdk/internal/module/ServicesCatalog")?;
    vm.initialise(class)?;
    Ok(vm.new_object(class)?.0)
}

/// `ServicesCatalog.findServices(String)`: the boot loader's catalog has what the JDK's modules declare.
fn services(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    if !vm.get_ref(vm.arg_object(at)?, "map").is_null() {
        let descriptor = "(Ljava/lang/String;)Ljava/util/List;";
        let body = vm.system_method("jdk/internal/module/ServicesCatalog", "findServices", descriptor)?;
        return run_body(vm, at, body);
    }
    let service = vm.text(vm.arg_object(at + 1)?).replace('.', "/");
    let provider_class = vm.system_class("jdk/internal/module/ServicesCatalog$ServiceProvider")?;
    vm.initialise(provider_class)?;
    let list_class = vm.system_class("java/util/Arrays$ArrayList")?;
    vm.initialise(list_class)?;
    let mut providers = Vec::new();
    for (module, provider) in vm.lib.providers(&service) {
        let module = vm.lib.named_module(&mut vm.st.heap, module);
        let name = vm.literal_str(&provider.replace('/', "."))?;
        let object = vm.new_object(provider_class)?;
        vm.put(object, "module", module.0);
        vm.put(object, "providerName", name.0);
        providers.push(object);
    }
    let array = vm.new_reference_array(provider_class, &providers)?;
    let list = vm.new_object(list_class)?;
    vm.put(list, "a", array.0);
    Ok(list.0)
}

/// `ModuleLayer.getServicesCatalog()`: the boot layer has the boot loader's.
fn layer_catalog(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let system = vm.system_class("java/lang/System")?;
    if vm.get_static(system, "bootLayer") == vm.arg_object(at)?.0 {
        return boot_catalog(vm, at);
    }
    let descriptor = "()Ljdk/internal/module/ServicesCatalog;";
    let body = vm.system_method("java/lang/ModuleLayer", "getServicesCatalog", descriptor)?;
    run_body(vm, at, body)
}
