//! Resources and services: the non-class contents of the JDK's image and the class path.
//!
//! Streams over resources are streams over their bytes. A program sees the entries of its class path as the
//! directories `/classpath/0`, `/classpath/1` and so on, jars included, and can open URLs of resources there
//! (`file.rs`); those of the JDK have URLs, too, but cannot be opened by them. Services of the JDK's own
//! modules are found by the modules' declarations.

use super::Native;
use super::reflect::{enter_in_place, run_body};
use super::tree::CLASS_PATH;
use crate::class::{ClassRef, Loader};
use crate::heap::Ref;
use crate::state::Then;
use crate::trap::Trap;
use crate::vm::Vm;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::Accesses;
    use Native::Function as F;
    Some(match (class, name) {
        ("java/lang/ClassLoader", "getResourceAsStream") => F(Accesses, |vm, at| {
            let object = vm.arg_ref(at);
            loader_stream(vm, at, object)
        }),
        ("java/lang/ClassLoader", "getSystemResourceAsStream") => F(Accesses, |vm, at| {
            let name = vm.text(vm.arg_object(at)?);
            match builtin_resource(vm, Loader::APP, &name)? {
                None => directory_stream(vm, at, &name),
                bytes => stream(vm, bytes),
            }
        }),
        ("jdk/internal/loader/BootLoader", "findResourceAsStream") => F(Accesses, module_stream),
        ("jdk/internal/loader/BuiltinClassLoader", "findResourceAsStream") => {
            F(Accesses, |vm, at| module_stream(vm, at + 1))
        }
        ("jdk/internal/loader/BootLoader", "findResource")
            if descriptor.starts_with("(Ljava/lang/String;)") =>
        {
            F(Accesses, |vm, at| address(vm, at, Loader::BOOT))
        }
        ("jdk/internal/loader/BuiltinClassLoader", "findResource")
            if descriptor.starts_with("(Ljava/lang/String;)") =>
        {
            F(Accesses, |vm, at| {
                let loader = vm.loader_of(vm.arg_ref(at));
                address(vm, at + 1, loader)
            })
        }
        ("jdk/internal/loader/BootLoader", "findResource") => F(Accesses, module_address),
        ("jdk/internal/loader/BuiltinClassLoader", "findResource") => {
            F(Accesses, |vm, at| module_address(vm, at + 1))
        }
        ("jdk/internal/loader/BootLoader", "findResources") => {
            F(Accesses, |vm, at| addresses(vm, at, at, Loader::BOOT))
        }
        ("jdk/internal/loader/BuiltinClassLoader", "findResources") => F(Accesses, |vm, at| {
            let loader = vm.loader_of(vm.arg_ref(at));
            addresses(vm, at, at + 1, loader)
        }),
        ("jdk/internal/module/ServicesCatalog", "findServices") => F(Accesses, services),
        ("jdk/internal/loader/BootLoader", "getServicesCatalog") => F(Accesses, boot_catalog),
        ("java/lang/ModuleLayer", "getServicesCatalog") => F(Accesses, layer_catalog),
        ("java/lang/ModuleLayer", "findModule") => F(Accesses, layer_module),
        ("java/lang/ModuleLayer", "modules") => F(Accesses, layer_modules),
        _ => return None,
    })
}

/// The bytes of a resource that a loader finds itself.
fn resource(vm: &Vm<'_>, loader: Loader, name: &str) -> Result<Option<classfile::Bytes>, Trap> {
    let found = if loader == Loader::BOOT {
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        // All resources but classes are encapsulated.
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

/// `ClassLoader.getResourceAsStream(String)`: loaders written by the program run their own code.
fn loader_stream(vm: &mut Vm<'_>, at: usize, object: Ref) -> Result<u64, Trap> {
    let is_builtin = vm.class_of(object).name.starts_with("jdk/internal/loader/");
    if !is_builtin {
        let descriptor = "(Ljava/lang/String;)Ljava/io/InputStream;";
        let body = vm.system_method("java/lang/ClassLoader", "getResourceAsStream", descriptor)?;
        return run_body(vm, at, body);
    }
    let name = vm.text(vm.arg_object(at + 1)?);
    let loader = vm.loader_of(object);
    match builtin_resource(vm, loader, &name)? {
        None if loader == Loader::APP => directory_stream(vm, at, &name),
        bytes => stream(vm, bytes),
    }
}

/// The stream of a directory on the class path: the names in it, as the connection of its URL writes them.
fn directory_stream(vm: &mut Vm<'_>, at: usize, name: &str) -> Result<u64, Trap> {
    let path = vm.lib.class_path();
    let Some(place) = (0..path.place_count()).find(|&place| is_directory(vm, place, name)) else {
        return Ok(0);
    };
    let url = new_url(vm, "file", &format!("{CLASS_PATH}/{place}/{name}"))?;
    let open = vm.system_method("java/net/URL", "openStream", "()Ljava/io/InputStream;")?;
    enter_in_place(vm, at, open, &[url.0], Then::Return)
}

/// A resource as a loader sees it: the JDK's own come first.
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

/// `findResource(String)`.
fn address(vm: &mut Vm<'_>, at: usize, loader: Loader) -> Result<u64, Trap> {
    let name = vm.text(vm.arg_object(at)?);
    match addresses_of(vm, loader, &name)?.first() {
        Some((protocol, path)) => Ok(new_url(vm, protocol, path)?.0),
        None => Ok(0),
    }
}

/// `findResource(String module, String name)`.
fn module_address(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    if module_resource(vm, at)?.is_none() {
        return Ok(0);
    }
    let (module, name) = (vm.arg_ref(at), vm.text(vm.arg_ref(at + 1)));
    if module.is_null() {
        return address(vm, at + 1, Loader::APP);
    }
    let path = format!("/{}/{name}", vm.text(module));
    Ok(new_url(vm, "jrt", &path)?.0)
}

/// `findResources(String)`, the name being the argument at `name`.
fn addresses(vm: &mut Vm<'_>, at: usize, name: usize, loader: Loader) -> Result<u64, Trap> {
    let name = vm.text(vm.arg_object(name)?);
    let collections = vm.system_class("java/util/Collections")?;
    vm.initialise(collections)?;
    let mut urls = Vec::new();
    for (protocol, path) in addresses_of(vm, loader, &name)? {
        urls.push(new_url(vm, protocol, &path)?);
    }
    let component = vm.system_class("java/net/URL")?;
    let list = new_list(vm, component, &urls)?;
    let method = vm.system_method(
        "java/util/Collections",
        "enumeration",
        "(Ljava/util/Collection;)Ljava/util/Enumeration;",
    )?;
    enter_in_place(vm, at, method, &[list.0], Then::Return)
}

/// Where a loader itself finds a resource: protocol and path.
fn addresses_of(vm: &Vm<'_>, loader: Loader, name: &str) -> Result<Vec<(&'static str, String)>, Trap> {
    if loader == Loader::BOOT {
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let module = vm.lib.jdk.module_of_package(package).ok().flatten();
        let is_there = resource(vm, loader, name)?.is_some();
        let path = module.filter(|_| is_there).map(|module| ("jrt", format!("/{module}/{name}")));
        return Ok(path.into_iter().collect());
    }
    let path = vm.lib.class_path();
    let mut found = Vec::new();
    // URLs do not have such parts.
    let plain = if name == "." { "" } else { name.trim_start_matches("./") };
    for place in 0..path.place_count() {
        match path.find_resource_in(place, name) {
            Ok(None) if !is_directory(vm, place, name) => {}
            Ok(_) => found.push(("file", format!("{CLASS_PATH}/{place}/{plain}"))),
            Err(error) => {
                return Err(Trap::Unsupported(format!("reading the resource {name}: {error}")));
            }
        }
    }
    Ok(found)
}

/// Whether a name denotes a directory on the class path. A jar itself does not count.
fn is_directory(vm: &Vm<'_>, place: usize, name: &str) -> bool {
    let path = vm.lib.class_path();
    !(name.is_empty() && path.is_jar(place)) && path.names_in(place, name).is_some()
}

/// A java.net.URL without host, as its constructor would create it from `protocol:path`.
fn new_url(vm: &mut Vm<'_>, protocol: &str, path: &str) -> Result<Ref, Trap> {
    let handler = vm.system_class(&format!("sun/net/www/protocol/{protocol}/Handler"))?;
    vm.initialise(handler)?;
    let class = vm.system_class("java/net/URL")?;
    vm.initialise(class)?;
    let handler = vm.new_object(handler)?;
    let url = vm.new_object(class)?;
    let path = vm.new_string(&encode(path))?;
    for (field, text) in [("protocol", protocol), ("host", "")] {
        let text = vm.literal_str(text)?;
        vm.put(url, field, text.0);
    }
    vm.put(url, "file", path.0);
    vm.put(url, "path", path.0);
    vm.put(url, "port", u64::MAX);
    vm.put(url, "hashCode", u64::MAX);
    vm.put(url, "handler", handler.0);
    Ok(url)
}

/// The protection domain of a class on the class path, as `SecureClassLoader` keeps it for the code source.
pub(super) fn domain(vm: &mut Vm<'_>, at: usize, class: ClassRef) -> Result<u64, Trap> {
    let source = vm.system_class("java/security/CodeSource")?;
    vm.initialise(source)?;
    let file = class.file().map_or_else(String::new, |f| format!("{}.class", f.name));
    let path = vm.lib.class_path();
    let has_it = |place: &usize| path.find_resource_in(*place, &file).is_ok_and(|found| found.is_some());
    // A class generated at run time is attributed to the first place.
    let place = (0..path.place_count()).find(has_it).unwrap_or(0);
    let location = format!("{CLASS_PATH}/{place}/");
    let url = new_url(vm, "file", &location)?;
    let text = vm.new_string(&format!("file://{location}"))?;
    let object = vm.new_object(source)?;
    vm.put(object, "location", url.0);
    vm.put(object, "locationNoFragString", text.0);
    let descriptor = "(Ljava/security/CodeSource;)Ljava/security/ProtectionDomain;";
    let method = vm.system_method("java/security/SecureClassLoader", "getProtectionDomain", descriptor)?;
    let loader = vm.lib.loader_object(Loader::APP);
    enter_in_place(vm, at, method, &[loader.0, object.0], Then::Return)
}

/// Percent-encodes a path for a URL.
fn encode(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_graphic() && !matches!(byte, b'%' | b'#' | b'?' | b'"' | b'<' | b'>') {
            text.push(char::from(byte));
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

/// A list of these elements, as `Arrays.asList` creates it.
fn new_list(vm: &mut Vm<'_>, component: ClassRef, elements: &[Ref]) -> Result<Ref, Trap> {
    let class = vm.system_class("java/util/Arrays$ArrayList")?;
    vm.initialise(class)?;
    let array = vm.new_reference_array(component, elements)?;
    let list = vm.new_object(class)?;
    vm.put(list, "a", array.0);
    Ok(list)
}

/// A catalog for the JDK's own modules: it has no map.
fn boot_catalog(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let class = vm.system_class("jdk/internal/module/ServicesCatalog")?;
    vm.initialise(class)?;
    Ok(vm.new_object(class)?.0)
}

/// `ServicesCatalog.findServices(String)`: the boot loader's catalog has the declarations of the JDK's
/// modules.
fn services(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    if !vm.get_ref(vm.arg_object(at)?, "map").is_null() {
        let descriptor = "(Ljava/lang/String;)Ljava/util/List;";
        let body = vm.system_method("jdk/internal/module/ServicesCatalog", "findServices", descriptor)?;
        return run_body(vm, at, body);
    }
    let service = vm.text(vm.arg_object(at + 1)?).replace('.', "/");
    let provider_class = vm.system_class("jdk/internal/module/ServicesCatalog$ServiceProvider")?;
    vm.initialise(provider_class)?;
    let mut providers = Vec::new();
    for (module, provider) in vm.lib.providers(&service) {
        let module = vm.lib.named_module(&mut vm.st.heap, module);
        let name = vm.literal_str(&provider.replace('/', "."))?;
        let object = vm.new_object(provider_class)?;
        vm.put(object, "module", module.0);
        vm.put(object, "providerName", name.0);
        providers.push(object);
    }
    Ok(new_list(vm, provider_class, &providers)?.0)
}

fn is_boot_layer(vm: &mut Vm<'_>, at: usize) -> Result<bool, Trap> {
    let system = vm.system_class("java/lang/System")?;
    Ok(vm.get_static(system, "bootLayer") == vm.arg_object(at)?.0)
}

/// Runs the Java body of a method of java.lang.ModuleLayer.
fn layer_body(vm: &mut Vm<'_>, at: usize, name: &str, descriptor: &str) -> Result<u64, Trap> {
    let body = vm.system_method("java/lang/ModuleLayer", name, descriptor)?;
    run_body(vm, at, body)
}

/// `ModuleLayer.getServicesCatalog()`: the boot layer has the boot loader's.
fn layer_catalog(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    if is_boot_layer(vm, at)? {
        return boot_catalog(vm, at);
    }
    layer_body(vm, at, "getServicesCatalog", "()Ljdk/internal/module/ServicesCatalog;")
}

/// `ModuleLayer.findModule(String)`: the boot layer has the JDK's modules.
fn layer_module(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let name = vm.text(vm.arg_object(at + 1)?);
    let is_there = vm.lib.jdk.find_resource(&name, "module-info.class").is_ok_and(|found| found.is_some());
    if !is_boot_layer(vm, at)? || !is_there {
        return layer_body(vm, at, "findModule", "(Ljava/lang/String;)Ljava/util/Optional;");
    }
    let class = vm.system_class("java/util/Optional")?;
    vm.initialise(class)?;
    let module = vm.lib.named_module(&mut vm.st.heap, &name);
    let optional = vm.new_object(class)?;
    vm.put(optional, "value", module.0);
    Ok(optional.0)
}

/// `ModuleLayer.modules()`.
fn layer_modules(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    if !is_boot_layer(vm, at)? {
        return layer_body(vm, at, "modules", "()Ljava/util/Set;");
    }
    let names = vm.lib.jdk.image.modules();
    let names = names.map_err(|error| Trap::Unsupported(format!("the modules of the JDK: {error}")))?;
    let names = names.iter().filter(|name| !name.starts_with("jdk.incubator."));
    let modules: Vec<Ref> = names.map(|name| vm.lib.named_module(&mut vm.st.heap, name)).collect();
    let component = vm.system_class("java/lang/Module")?;
    let list = new_list(vm, component, &modules)?;
    let method = vm.system_method("java/util/Set", "copyOf", "(Ljava/util/Collection;)Ljava/util/Set;")?;
    vm.initialise(method.class)?;
    enter_in_place(vm, at, method, &[list.0], Then::Return)
}
