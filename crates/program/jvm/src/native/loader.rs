//! Class loaders and modules.

use super::Native;
use crate::class::{Kind, Loader};
use crate::heap::Ref;
use crate::library::ClassBytes;
use crate::observer::Kept;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;

pub(crate) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Action, Constants, Fresh, State};
    use Native::{Function as F, Nothing};
    Some(match (class, name) {
        ("java/lang/ClassLoader", "findBootstrapClass") => {
            F(Constants, |vm, at| find_class(vm, at, Loader::BOOT))
        }
        ("java/lang/ClassLoader", "findLoadedClass0") => F(Action, find_loaded),
        ("java/lang/ClassLoader", "defineClass1") => F(Action, |vm, at| {
            let loader = vm.loader_of(vm.arg_ref(at));
            define_class(vm, at, loader)
        }),
        ("java/lang/ClassLoader", "defineClass0") => F(Action, define_by_lookup),
        ("java/lang/ClassLoader", "findInitiatedClass") => F(Action, find_loaded),
        ("java/lang/ClassLoader", "findBuiltinLib") => Nothing,
        ("java/lang/ClassLoader", "retrieveDirectives") => F(Accesses, assertion_directives),
        // The machine itself implements the loader of the class path.
        ("jdk/internal/loader/BuiltinClassLoader", "loadClassOrNull") => F(Constants, load_builtin),
        ("java/lang/Module", "defineModule0") => F(
            State(
                "modules are defined while the class library boots, or by a layer that nobody else knows yet",
            ),
            |vm, at| {
                let (module, packages) = (vm.arg_object(at)?, vm.arg_object(at + 4)?);
                vm.define_module(module, packages).map(|()| 0)
            },
        ),
        ("java/lang/Module", "getDescriptor") => {
            F(State("a cache: whoever comes first writes what all would"), |vm, at| {
                let module = vm.arg_object(at)?;
                vm.describe_module(module)?;
                Ok(vm.get_ref(module, "descriptor").0)
            })
        }
        ("java/lang/Module", "implAddExportsOrOpens") => F(Accesses, |vm, at| {
            vm.describe_module(vm.arg_object(at)?)?;
            let descriptor = "(Ljava/lang/String;Ljava/lang/Module;ZZ)V";
            let body = vm.system_method("java/lang/Module", "implAddExportsOrOpens", descriptor)?;
            super::reflect::run_body(vm, at, body)
        }),
        ("java/lang/Module", "getPackages") => F(Accesses, |vm, at| {
            vm.describe_module(vm.arg_object(at)?)?;
            let body = vm.system_method("java/lang/Module", "getPackages", "()Ljava/util/Set;")?;
            super::reflect::run_body(vm, at, body)
        }),
        ("java/lang/Module", "implIsExportedOrOpen") => F(Accesses, is_exported_or_open),
        ("java/lang/Module", "canUse") => F(Accesses, can_use),
        ("java/lang/Module", "canRead") => F(Accesses, can_read),
        (
            "java/lang/Module",
            "addReads0" | "addExports0" | "addExportsToAll0" | "addExportsToAllUnnamed0",
        ) => Nothing,
        ("java/lang/Module", "ensureNativeAccess" | "implAddEnableNativeAccess") => Nothing,
        ("jdk/internal/loader/BootLoader", "setBootLoaderUnnamedModule0") => Nothing,
        ("jdk/internal/loader/BootLoader", "getSystemPackageLocation") => F(Constants, |vm, at| {
            let package = vm.text(vm.arg_object(at)?);
            let module = vm.lib.jdk.module_of_package(&package).ok().flatten();
            super::class::optional_text(vm, module.map(|m| format!("jrt:/{m}")).as_deref())
        }),
        ("jdk/internal/loader/BootLoader$PackageHelper", "findModule") => F(Constants, |vm, at| {
            let location = vm.text(vm.arg_object(at)?);
            let name = crate::library::Library::module_of_source(&location);
            Ok(vm.lib.named_module(&mut vm.st.heap, name).0)
        }),
        ("jdk/internal/loader/BootLoader", "getSystemPackageNames") => F(Fresh, |vm, _| {
            let string = vm.lib.known().string;
            Ok(vm.new_reference_array(string, &[])?.0)
        }),
        ("jdk/internal/loader/BootLoader", "loadLibrary") => Nothing,
        _ => return None,
    })
}

impl Vm<'_> {
    /// The machine's number for a loader object.
    pub(crate) fn loader_of(&mut self, loader: Ref) -> Loader {
        if loader.is_null() {
            return Loader::BOOT;
        }
        if self.lib.app_loader.get() == Some(&loader) {
            return Loader::APP;
        }
        let class = self.class_of(loader);
        if &*class.name == "jdk/internal/loader/ClassLoaders$PlatformClassLoader"
            || &*class.name == "jdk/internal/loader/ClassLoaders$BootClassLoader"
        {
            return Loader::BOOT;
        }
        let Some(word) = class.injected else { return Loader::APP };
        let known = self.st.heap.word(loader, word);
        if known != 0 {
            return Loader(known as u32);
        }
        let mut loaders = self.lib.loaders.write().expect("no panic while loaders are added");
        loaders.push(loader);
        let number = loaders.len() as u64 + 1;
        drop(loaders);
        self.st.heap.set_word(loader, word, number);
        triomphe::Arc::make_mut(&mut self.st.loaders).push(loader);
        Loader(number as u32)
    }

    /// Runs a loader that is written in Java (JVMS 5.3.2), then executes the current instruction again.
    pub(crate) fn ask_loader(&mut self, loader: Loader, name: &str) -> Result<(), Trap> {
        let symbol = self.lib.symbol(name);
        let object = self.lib.loader_object(loader);
        let text = self.new_string(&name.replace('/', "."))?;
        let (load, descriptor) =
            (self.lib.symbol("loadClass"), self.lib.symbol("(Ljava/lang/String;)Ljava/lang/Class;"));
        let class = self.class_of(object);
        let Some(method) = self.look_up(class, load, descriptor) else {
            return Err(Trap::Unsupported(format!("a class loader without loadClass: {}", class.name)));
        };
        let then = crate::state::Then::Loaded(class, loader.0, symbol);
        match self.enter_with(method, &[object.0, text.0], then) {
            Ok(()) | Err(Trap::Again | Trap::Entered) => Ok(()),
            Err(trap) => Err(trap),
        }
    }

    /// A loader written in Java has returned.
    pub(crate) fn loaded(
        &mut self,
        loader: Loader,
        name: crate::symbol::Symbol,
        mirror: Ref,
    ) -> Result<(), Trap> {
        // A class with another name is ignored.
        let text = self.lib.text(name).clone();
        match self.class_of_mirror(mirror).filter(|class| class.name == text) {
            Some(class) => {
                self.lib.note_initiated(loader, name, class);
                Ok(())
            }
            None if self.is_asked_for(&text) => raise_with(super::class::NOT_FOUND, &*text),
            None => raise_with(crate::trap::NO_CLASS, &*text),
        }
    }
}

/// `ClassLoader.retrieveDirectives()`: assertions are on or off for all classes of the program.
fn assertion_directives(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let class = vm.system_class("java/lang/AssertionStatusDirectives")?;
    vm.initialise(class)?;
    let directives = vm.new_object(class)?;
    let string = vm.lib.known().string;
    for (names, values) in [("classes", "classEnabled"), ("packages", "packageEnabled")] {
        let array = vm.new_reference_array(string, &[])?;
        vm.put(directives, names, array.0);
        let array = vm.new_array(vm.lib.primitive_array(Kind::Boolean), 0)?;
        vm.put(directives, values, array.0);
    }
    vm.put(directives, "deflt", u64::from(vm.options.assertions));
    Ok(directives.0)
}

/// `Module.implIsExportedOrOpen(String package, Module other, boolean open)`.
fn is_exported_or_open(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    const DESCRIPTOR: &str = "(Ljava/lang/String;Ljava/lang/Module;Z)Z";
    let (module, other) = (vm.arg_object(at)?, vm.arg_object(at + 2)?);
    let package = vm.text(vm.arg_object(at + 1)?);
    let open = vm.arg_int(at + 3) != 0;
    let name = match vm.declares_exported(module, &package, other, open)? {
        Some(true) => return Ok(1),
        // It may have been exported at run time.
        Some(false) => "isReflectivelyExportedOrOpened",
        None => "implIsExportedOrOpen",
    };
    let body = match vm.system_method("java/lang/Module", name, DESCRIPTOR) {
        // Its name in earlier releases.
        Err(_) => vm.system_method("java/lang/Module", "isReflectivelyExportedOrOpen", DESCRIPTOR)?,
        Ok(body) => body,
    };
    super::reflect::run_body(vm, at, body)
}

/// `Module.canUse(Class service)`: the modules of the JDK declare what they use.
fn can_use(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let module = vm.arg_object(at)?;
    if vm.get_ref(module, "descriptor").is_null() {
        return Ok(1);
    }
    let body = vm.system_method("java/lang/Module", "canUse", "(Ljava/lang/Class;)Z")?;
    super::reflect::run_body(vm, at, body)
}

/// `Module.canRead(Module)`: the modules of the JDK read each other as needed.
fn can_read(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (module, other) = (vm.arg_object(at)?, vm.arg_object(at + 1)?);
    if vm.lib.is_of_jdk(module) && vm.lib.is_of_jdk(other) {
        return Ok(1);
    }
    let body = vm.system_method("java/lang/Module", "canRead", "(Ljava/lang/Module;)Z")?;
    super::reflect::run_body(vm, at, body)
}

fn find_class(vm: &mut Vm<'_>, at: usize, loader: Loader) -> Result<u64, Trap> {
    // Static: the name is the first argument.
    let name = vm.text(vm.arg_object(at)?);
    if name.contains('/') {
        return Ok(0);
    }
    let name = name.replace('.', "/");
    match vm.lib.class(&mut vm.st.heap, loader, &name) {
        Ok(class) => Ok(class.mirror().0),
        Err(Trap::Raise(crate::trap::NO_CLASS, _)) => Ok(0),
        Err(trap) => Err(trap),
    }
}

/// Called before the classes of a program's loader are read or changed. Those of the built-in loaders never
/// change.
fn uses_loader(vm: &mut Vm<'_>, object: Ref) -> Result<(), Trap> {
    let is_own = !object.is_null() && !vm.class_of(object).name.starts_with("jdk/internal/loader/");
    if is_own { vm.uses_kept(object, Kept::Uses) } else { Ok(()) }
}

fn find_loaded(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let object = vm.arg_ref(at);
    let name = vm.text(vm.arg_object(at + 1)?).replace('.', "/");
    uses_loader(vm, object)?;
    let loader = vm.loader_of(object);
    let found =
        vm.lib.symbols.find(&name).and_then(|symbol| vm.lib.find_visible(&vm.st.heap, loader, symbol));
    Ok(found.map_or(0, |c| c.mirror().0))
}

/// `BuiltinClassLoader.loadClassOrNull(String, boolean)`: the boot loader, then the class path.
fn load_builtin(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let loader = vm.loader_of(vm.arg_ref(at));
    let name = vm.text(vm.arg_object(at + 1)?);
    if name.contains('/') {
        return Ok(0);
    }
    let name = name.replace('.', "/");
    match vm.lib.class(&mut vm.st.heap, loader, &name) {
        Ok(class) => Ok(class.mirror().0),
        Err(Trap::Raise(crate::trap::NO_CLASS, Some(text))) if text == name => Ok(0),
        Err(Trap::Load(Loader::APP, text)) if *text == *name => Ok(0),
        Err(trap) => Err(trap),
    }
}

/// `defineClass1(ClassLoader, String, byte[], int, int, ProtectionDomain, String)`.
fn define_class(vm: &mut Vm<'_>, at: usize, loader: Loader) -> Result<u64, Trap> {
    vm.arg_object(at + 2)?;
    let array = vm.own_array(at + 2, Kind::Byte)?;
    uses_loader(vm, vm.lib.loader_object(loader))?;
    let name = vm.arg_ref(at + 1);
    let name = (!name.is_null()).then(|| vm.text(name).replace('.', "/"));
    let (offset, length) = (vm.arg_int(at + 3).max(0) as usize, vm.arg_int(at + 4).max(0) as usize);
    let bytes = vm.st.heap.bytes(array, crate::objects::ARRAY_BASE + offset, length);
    // Without a name, the one in the file counts; a malformed class file is refused below.
    let own_name = || Some(classfile::parse(bytes.clone().into()).ok()?.name.to_string());
    if let Some(symbol) = name.clone().or_else(own_name).and_then(|n| vm.lib.symbols.find(&n))
        && let Some(class) = vm.lib.find_visible(&vm.st.heap, loader, symbol)
    {
        let text = format!(
            "loader {} attempted duplicate class definition for {}. ({})",
            vm.lib.loader_name(&vm.st.heap, loader),
            class.external_name(),
            vm.lib.is_in_below(&vm.st.heap, class)
        );
        return raise_with("java/lang/LinkageError", text);
    }
    let found = ClassBytes { bytes: bytes.into(), source: "defineClass".into() };
    let class = vm.lib.define_named(&mut vm.st.heap, loader, found, name.as_deref())?;
    if let Some(module) = vm.defined_module(class) {
        vm.put(class.mirror(), "module", module.0);
    }
    Ok(class.mirror().0)
}

/// `defineClass0(ClassLoader, Class lookup, String, byte[], int, int, ProtectionDomain, boolean initialize,
/// int flags, Object classData)`: hidden classes, and those of `Lookup.defineClass`.
fn define_by_lookup(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    const NESTMATE: i32 = 1;
    const HIDDEN: i32 = 2;
    let host = super::class::this(vm, at + 1)?;
    vm.arg_object(at + 3)?;
    let array = vm.own_array(at + 3, Kind::Byte)?;
    let (offset, length) = (vm.arg_int(at + 4).max(0) as usize, vm.arg_int(at + 5).max(0) as usize);
    let (initialise, flags, data) = (vm.arg_int(at + 7), vm.arg_int(at + 8), vm.arg_ref(at + 9));
    // When executed again after the initialiser has run, it finds the class it has defined.
    let class = match vm.th.defined.iter().find(|(a, _)| *a == array) {
        Some(&(_, class)) => class,
        None if flags & HIDDEN == 0 => return define_class(vm, at + 1, host.loader),
        None => {
            let bytes = vm.st.heap.bytes(array, crate::objects::ARRAY_BASE + offset, length);
            let class = vm.hidden_class(host, bytes, flags & NESTMATE != 0)?;
            vm.put(class.mirror(), "classData", data.0);
            vm.th.defined.push((array, class));
            class
        }
    };
    if initialise != 0 {
        vm.initialise(class)?;
    }
    vm.th.defined.retain(|(a, _)| *a != array);
    Ok(class.mirror().0)
}
