//! Modules (JVMS 5.3.6): which module a class is in, and what a module exports and opens.
//!
//! There is no module graph. Each module of the JDK that some loaded class is in has its instance of
//! java.lang.Module; its exports and opens are read from its module-info, and so is its descriptor, by the
//! class library, when a program first asks for it. Modules that a program defines itself are handled by the
//! class library; the machine records their packages, so that classes defined later belong to them.

use crate::class::{ClassRef, Loader};
use crate::heap::{Heap, Ref};
use crate::library::Library;
use crate::state::Then;
use crate::trap::Trap;
use crate::vm::Vm;
use std::sync::Arc;

const MODULE_INFO: &str = "module-info.class";

impl Library {
    /// The module of a library class, taken from its source.
    pub(crate) fn module_of_source(source: &str) -> &str {
        source.strip_prefix("jrt:/").and_then(|s| s.split('/').next()).unwrap_or("java.base")
    }

    /// The instance of java.lang.Module for a class; null as long as there is none.
    pub(crate) fn module_of(&'static self, heap: &mut Heap, class: ClassRef) -> Ref {
        let mut element = class;
        while let Some((component, _)) = element.component() {
            element = component;
        }
        match element.loader {
            Loader::BOOT => self.named_module(heap, Self::module_of_source(&element.source)),
            Loader::APP => self.app_module.get().copied().unwrap_or_default(),
            other => {
                let object = self.loader_object(other);
                self.unnamed_module(heap, object)
            }
        }
    }

    /// The unnamed module of a loader.
    pub(crate) fn unnamed_module(&self, heap: &Heap, loader: Ref) -> Ref {
        let class = self.class_of_id(heap.word(loader, 0) as u32);
        let field = self.field_of(class, "unnamedModule");
        field.map_or(Ref::NULL, |f| Ref(heap.word(loader, f.word)))
    }

    /// A field of a class of the class library or of its superclasses.
    fn field_of(&self, class: ClassRef, name: &str) -> Option<crate::class::FieldRef> {
        let name = self.symbols.find(name)?;
        let mut at = Some(class);
        while let Some(c) = at {
            if let Some(field) = c.fields().iter().find(|f| f.name == name && !f.is_static()) {
                return Some(field);
            }
            at = c.superclass;
        }
        None
    }

    /// The module of the JDK with this name, created on first use.
    pub(crate) fn named_module(&'static self, heap: &mut Heap, name: &str) -> Ref {
        let Some(&(class, layer)) = self.module_class.get() else { return Ref::NULL };
        let symbol = self.symbol(name);
        if let Some(&module) = self.modules.read().expect("no panic while modules are added").get(&symbol) {
            return module;
        }
        let mut modules = self.modules.write().expect("no panic while modules are added");
        if let Some(&module) = modules.get(&symbol) {
            return module;
        }
        let units: Vec<u16> = name.encode_utf16().collect();
        let text = self.literal(heap, &units);
        let mut image = vec![0; class.words];
        image[0] = u64::from(class.id);
        image[1] = u64::from(crate::strings::identity_of_name(name));
        for (field, value) in [("name", text), ("layer", layer)] {
            if let Some(field) = self.field_of(class, field) {
                image[field.word] = value.0;
            }
        }
        let module = heap.add_constant(&image);
        modules.insert(symbol, module);
        module
    }

    /// The modules and classes of the JDK that provide a service (internal names). Modules that are not
    /// resolved by default are left out.
    pub(crate) fn providers(&self, service: &str) -> &[(Arc<str>, Arc<str>)] {
        let services = self.services.get_or_init(|| {
            let mut services = crate::library::Services::new();
            for module in self.jdk.image.modules().unwrap_or_default() {
                let info = self.module_info(&module).filter(|_| !module.starts_with("jdk.incubator."));
                let module: Arc<str> = module.into();
                for (service, classes) in info.map_or(&[][..], |i| &i.provides) {
                    let list = services.entry(service.clone()).or_default();
                    list.extend(classes.iter().map(|class| (module.clone(), class.clone())));
                }
            }
            services
        });
        services.get(service).map_or(&[], Vec::as_slice)
    }

    /// The declaration of a module of the JDK.
    fn module_info(&self, name: &str) -> Option<&'static classfile::ModuleInfo> {
        let symbol = self.symbol(name);
        if let Some(&info) = self.module_infos.read().expect("no panic while modules are added").get(&symbol)
        {
            return Some(info);
        }
        let found = self.jdk.find_resource(name, MODULE_INFO).ok().flatten()?;
        let info = &*Box::leak(Box::new(classfile::parse(found.bytes).ok()?.module?));
        self.module_infos.write().expect("no panic while modules are added").insert(symbol, info);
        Some(info)
    }

    pub(crate) fn is_of_jdk(&self, module: Ref) -> bool {
        self.modules.read().expect("no panic while modules are added").values().any(|&m| m == module)
    }
}

impl Vm<'_> {
    /// Makes sure that a module of the JDK has its descriptor, which Java code reads.
    pub(crate) fn describe_module(&mut self, module: Ref) -> Result<(), Trap> {
        if !self.get_ref(module, "descriptor").is_null() || !self.lib.is_of_jdk(module) {
            return Ok(());
        }
        let name = self.text(self.get_ref(module, "name"));
        let bytes = match self.lib.jdk.find_resource(&name, MODULE_INFO) {
            Ok(Some(found)) => found.bytes,
            _ => return Err(Trap::Unsupported(format!("module {name} without a descriptor"))),
        };
        for class in ["java/nio/HeapByteBuffer", "java/lang/module/ModuleDescriptor"] {
            let class = self.system_class(class)?;
            self.initialise(class)?;
        }
        let buffer = self.wrap_bytes(&bytes)?;
        let method = self.system_method(
            "java/lang/module/ModuleDescriptor",
            "read",
            "(Ljava/nio/ByteBuffer;)Ljava/lang/module/ModuleDescriptor;",
        )?;
        let class = self.class_of(module);
        let word = self.field_named(class, "descriptor").map_or(0, |f| f.word as u32);
        self.enter_with(method, &[buffer.0], Then::Store { object: module, word })?;
        Err(Trap::Again)
    }

    /// A buffer over these bytes, as `ByteBuffer.wrap` creates it.
    fn wrap_bytes(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        let class = self.system_class("java/nio/HeapByteBuffer")?;
        let array = self.new_bytes(bytes)?;
        let buffer = self.new_object(class)?;
        self.put(buffer, "hb", array.0);
        self.put(buffer, "mark", u64::MAX);
        self.put(buffer, "limit", bytes.len() as u64);
        self.put(buffer, "capacity", bytes.len() as u64);
        self.put(buffer, "address", crate::objects::ARRAY_BASE as u64);
        self.put(buffer, "bigEndian", 1);
        Ok(buffer)
    }

    /// Whether a module of the JDK exports (or opens) a package to another one by its declaration. `None` if
    /// it is not of the JDK.
    pub(crate) fn declares_exported(
        &mut self,
        module: Ref,
        package: &str,
        other: Ref,
        open: bool,
    ) -> Result<Option<bool>, Trap> {
        if !self.lib.is_of_jdk(module) {
            return Ok(None);
        }
        let name = self.text(self.get_ref(module, "name"));
        let package = package.replace('.', "/");
        if module == other {
            let owner = self.lib.jdk.module_of_package(&package).ok().flatten();
            return Ok(Some(owner.as_deref() == Some(&*name)));
        }
        let Some(info) = self.lib.module_info(&name) else {
            return Err(Trap::Unsupported(format!("module {name} without a descriptor")));
        };
        // Java has a special module that stands for all modules.
        let target = self.get_ref(other, "name");
        let target = if target.is_null() { String::new() } else { self.text(target) };
        let gives = |list: &[classfile::SharedPackage]| {
            let found = list.iter().find(|p| *p.package == *package);
            found.is_some_and(|p| p.targets.is_empty() || p.targets.iter().any(|t| **t == *target))
        };
        Ok(Some(gives(&info.opens) || (!open && gives(&info.exports))))
    }

    /// `Module.defineModule0(Module, boolean isOpen, String version, String location, Object[] packages)`.
    pub(crate) fn define_module(&mut self, module: Ref, packages: Ref) -> Result<(), Trap> {
        let loader = self.loader_of(self.get_ref(module, "loader"));
        for package in self.elements(packages) {
            let package = self.text(package).replace('.', "/");
            triomphe::Arc::make_mut(&mut self.st.modules).insert((loader.0, package), module);
        }
        Ok(())
    }

    /// The module that the program has defined for the package of a class.
    pub(crate) fn defined_module(&self, class: ClassRef) -> Option<Ref> {
        self.st.modules.get(&(class.loader.0, class.package().to_owned())).copied()
    }
}
