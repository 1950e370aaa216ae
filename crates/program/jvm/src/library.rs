//! The library: all classes a process knows, loaded and linked on demand (JVMS 5.3, 5.4.1, 5.4.2).
//!
//! A library only grows, and what is added does not depend on the state that asked: it is shared by all
//! states and workers. Classes are never unloaded.

use crate::class::{Class, ClassRef, Field, Kind, Loader, Method, MethodRef, Sort, Target, flag};
use crate::descriptor;
use crate::heap::{Constants, Creator, Heap, Ref};
use crate::observer::Loading;
use crate::parse::{check_preview, parse, wrong_name};
use crate::supertypes::Child;
use crate::symbol::{Symbol, Symbols};
use crate::trap::{NO_CLASS, Trap, raise_with};
use crate::{native, strings};
use classfile::{Bytes, ClassFile, ClassPath, Jdk};
use hashbrown::HashMap;
use std::sync::{Arc, OnceLock, RwLock};

/// Words of an object's header.
pub const HEADER: usize = 2;

/// The providers of services by name, each as module and class.
pub(crate) type Services = HashMap<Arc<str>, Vec<(Arc<str>, Arc<str>)>>;

/// Classes that the machine itself uses; loaded first.
pub struct Known {
    /// java.lang.Object.
    pub object: ClassRef,
    /// java.lang.Class.
    pub class: ClassRef,
    /// java.lang.String.
    pub string: ClassRef,
    /// java.lang.Throwable.
    pub throwable: ClassRef,
    /// java.lang.Thread.
    pub thread: ClassRef,
    /// `byte[]`.
    pub bytes: ClassRef,
    /// The primitive types and `void`.
    pub primitives: Vec<ClassRef>,
    /// Arrays of the primitive types.
    pub primitive_arrays: Vec<ClassRef>,
}

/// All classes of a process.
pub struct Library {
    pub(crate) jdk: Jdk,
    path: ClassPath,
    pub(crate) symbols: Symbols,
    /// Every class, by its number.
    pub classes: boxcar::Vec<ClassRef>,
    methods: boxcar::Vec<MethodRef>,
    by_name: RwLock<HashMap<(Loader, Symbol), ClassRef>>,
    /// The part of the constants that all states share.
    pub constants: &'static Constants,
    pub(crate) literals: RwLock<HashMap<Arc<[u16]>, Ref>>,
    known: OnceLock<Known>,
    /// The number of words of a mirror without static fields, while `java.lang.Class` is not linked yet.
    mirror_words: OnceLock<usize>,
    /// The loader of the user's class path as a Java object, once boot has made it.
    pub(crate) app_loader: OnceLock<Ref>,
    /// The class `java.lang.Module` and the boot layer, once modules can exist.
    pub(crate) module_class: OnceLock<(ClassRef, Ref)>,
    /// The modules of the JDK, by name.
    pub(crate) modules: RwLock<HashMap<Symbol, Ref>>,
    /// The module descriptors of the JDK's modules.
    pub(crate) module_infos: RwLock<HashMap<Symbol, &'static classfile::ModuleInfo>>,
    /// The classes of the JDK that provide a service: (module, class).
    pub(crate) services: OnceLock<Services>,
    /// The unnamed module of the app loader.
    pub(crate) app_module: OnceLock<Ref>,
    /// Loaders written in Java, by number less 2.
    pub(crate) loaders: RwLock<Vec<Ref>>,
    pub(crate) spun: std::sync::atomic::AtomicU32,
    /// Classes whose initialisers create objects, in the order in which the process met them.
    creators: boxcar::Vec<ClassRef>,
    /// The heap as boot left it.
    pub booted: OnceLock<crate::layout::Booted>,
    pub(crate) handles: crate::handle::Handles,
    pub(crate) defined: crate::defined::Defined,
    /// The observer of class loading.
    loading: OnceLock<Box<dyn Loading>>,
    preview: std::sync::atomic::AtomicBool,
}

/// A class file that was found.
pub(crate) struct ClassBytes {
    pub bytes: Bytes,
    pub source: Arc<str>,
}

impl Library {
    /// A library over a JDK and a class path. It lives as long as the process.
    pub fn new(jdk: Jdk, path: ClassPath) -> &'static Library {
        Box::leak(Box::new(Library {
            jdk,
            path,
            symbols: Symbols::default(),
            classes: boxcar::Vec::new(),
            methods: boxcar::Vec::new(),
            by_name: RwLock::default(),
            constants: Box::leak(Box::default()),
            literals: RwLock::default(),
            known: OnceLock::new(),
            mirror_words: OnceLock::new(),
            app_loader: OnceLock::new(),
            module_class: OnceLock::new(),
            modules: RwLock::default(),
            module_infos: RwLock::default(),
            services: OnceLock::new(),
            app_module: OnceLock::new(),
            loaders: RwLock::default(),
            spun: 0.into(),
            creators: boxcar::Vec::new(),
            booted: OnceLock::new(),
            handles: crate::handle::Handles::default(),
            defined: crate::defined::Defined::default(),
            loading: OnceLock::new(),
            preview: std::sync::atomic::AtomicBool::new(false),
        }))
    }

    /// Sets the observer of class loading, before anything is loaded. Only the first call has an effect.
    pub fn observe(&self, loading: Box<dyn Loading>) {
        self.loading.set(loading).ok();
    }

    /// The observer of class loading.
    pub fn loading(&self) -> Option<&dyn Loading> {
        self.loading.get().map(|loading| &**loading)
    }

    /// The feature release of the JDK: 17, 21, 25.
    pub fn release(&self) -> u16 {
        self.jdk.release
    }

    /// Whether the JDK or the class path has a class with this internal name, loaded or not.
    pub fn has_class(&self, name: &str) -> bool {
        [self.jdk.find_class(name), self.path.find_class(name)]
            .iter()
            .any(|found| matches!(found, Ok(Some(_))))
    }

    /// A class by its number.
    #[inline]
    pub fn class_of_id(&self, id: u32) -> ClassRef {
        self.classes[id as usize]
    }

    /// The number of classes.
    pub fn class_count(&self) -> usize {
        self.classes.count()
    }

    /// The creator of objects that a class's initialiser allocates.
    pub(crate) fn creator(&self, class: ClassRef) -> Creator {
        *class.creator.get_or_init(|| Creator::initialiser(self.creators.push(class) as u32))
    }

    /// The class whose initialiser is this creator.
    pub fn class_of_creator(&self, creator: Creator) -> Option<ClassRef> {
        self.creators.get(creator.initialiser_number()? as usize).copied()
    }

    pub(crate) fn method_of_id(&self, id: u32) -> Option<MethodRef> {
        self.methods.get(id as usize).copied()
    }

    pub(crate) fn symbol(&self, text: &str) -> Symbol {
        self.symbols.intern(text)
    }

    /// The text of a symbol.
    #[inline]
    pub fn text(&self, symbol: Symbol) -> &Arc<str> {
        self.symbols.text(symbol)
    }

    /// The classes that the machine itself uses.
    #[inline]
    pub fn known(&self) -> &Known {
        self.known.get().expect("the classes the machine knows are loaded before anything else")
    }

    /// Loads the classes that the machine itself uses, and makes the first mirrors.
    pub(crate) fn load_known(&'static self, heap: &mut Heap) -> Result<(), Trap> {
        let mut load = |name: &str| self.class(heap, Loader::BOOT, name);
        let class = load("java/lang/Class")?;
        let object = load("java/lang/Object")?;
        let (string, throwable, thread) =
            (load("java/lang/String")?, load("java/lang/Throwable")?, load("java/lang/Thread")?);
        load("java/lang/Cloneable")?;
        load("java/io/Serializable")?;
        let mut primitives = Vec::new();
        for kind in Kind::PRIMITIVES {
            let (name, _, _) = kind.primitive().expect("the list has primitive types only");
            primitives.push(self.add(self.blank(name, Loader::BOOT, Sort::Primitive(kind))));
        }
        let primitive_arrays =
            primitives[..8].iter().map(|p| self.array_class_unmirrored(p)).collect::<Vec<_>>();
        let bytes = primitive_arrays[1];
        let known = Known { object, class, string, throwable, thread, bytes, primitives, primitive_arrays };
        if self.known.set(known).is_err() {
            unreachable!("a library is booted once");
        }
        for id in 0..self.class_count() {
            self.make_mirror(heap, self.class_of_id(id as u32));
        }
        Ok(())
    }

    /// Records the classes that the machine itself uses, all of them loaded already.
    pub(crate) fn find_known(&'static self, heap: &mut Heap) -> Option<()> {
        let mut load = |name: &str| self.class(heap, Loader::BOOT, name).ok();
        let (object, class, string) =
            (load("java/lang/Object")?, load("java/lang/Class")?, load("java/lang/String")?);
        let (throwable, thread) = (load("java/lang/Throwable")?, load("java/lang/Thread")?);
        let mut primitives = Vec::new();
        for kind in Kind::PRIMITIVES {
            let is_it = |c: &ClassRef| matches!(c.sort, Sort::Primitive(k) if k == kind);
            primitives.push(self.classes.iter().map(|(_, c)| *c).find(is_it)?);
        }
        let primitive_arrays: Vec<ClassRef> =
            primitives[..8].iter().map(|p| p.array.get().copied()).collect::<Option<_>>()?;
        let bytes = primitive_arrays[1];
        let known = Known { object, class, string, throwable, thread, bytes, primitives, primitive_arrays };
        self.known.set(known).ok()
    }

    /// Adds a primitive type, for a snapshot.
    pub(crate) fn add_primitive(&self, name: &str) -> Option<ClassRef> {
        let kind = Kind::PRIMITIVES.into_iter().find(|k| k.primitive().is_some_and(|p| p.0 == name))?;
        Some(self.add(self.blank(name, Loader::BOOT, Sort::Primitive(kind))))
    }

    /// Adds a hidden class again, for a snapshot.
    pub(crate) fn define_hidden_again(
        &'static self,
        heap: &mut Heap,
        host: Option<ClassRef>,
        bytes: Vec<u8>,
    ) -> Option<ClassRef> {
        let file = parse(bytes.into(), None, self.release()).ok()?;
        self.link(heap, Loader::BOOT, file, Arc::from(""), host, true).ok()
    }

    pub(crate) fn class_of_id_checked(&self, id: u32) -> Option<ClassRef> {
        self.classes.get(id as usize).copied()
    }

    /// Finds or loads a class by its internal name, as `loader` would (JVMS 5.3).
    pub(crate) fn class(
        &'static self,
        heap: &mut Heap,
        loader: Loader,
        name: &str,
    ) -> Result<ClassRef, Trap> {
        if let Some(component) = name.strip_prefix('[') {
            let component = match component.as_bytes() {
                [b'L', .., b';'] => self.class(heap, loader, &component[1..component.len() - 1])?,
                [b'[', ..] => self.class(heap, loader, component)?,
                [_] if Kind::of(component) != Kind::Reference => self.primitive(Kind::of(component)),
                _ => return raise_with(NO_CLASS, name),
            };
            return Ok(self.array_class(heap, component));
        }
        let symbol = self.symbol(name);
        if let Some(class) = self.find_visible(heap, loader, symbol) {
            return Ok(class);
        }
        match loader {
            Loader::BOOT => {
                let Some(found) = self.find_in_jdk(name)? else { return raise_with(NO_CLASS, name) };
                self.define(heap, loader, found, None)
            }
            Loader::APP => {
                if let Some(class) = self.find_loaded(Loader::BOOT, symbol) {
                    return Ok(class);
                }
                if let Some(found) = self.find_in_jdk(name)? {
                    return self.define(heap, Loader::BOOT, found, None);
                }
                // If nothing is found, the loader's own Java code reports it.
                let Some(found) = self.find_on_path(name)? else {
                    return Err(Trap::Load(loader, name.into()));
                };
                self.define(heap, loader, found, Some(name))
            }
            _ => Err(Trap::Load(loader, name.into())),
        }
    }

    /// The class that this loader is already known to return for this name, at least in some state.
    pub(crate) fn find_loaded(&self, loader: Loader, name: Symbol) -> Option<ClassRef> {
        self.by_name.read().expect("no panic while classes are added").get(&(loader, name)).copied()
    }

    /// `find_loaded` by an internal name.
    pub fn loaded(&self, loader: Loader, name: &str) -> Option<ClassRef> {
        self.find_loaded(loader, self.symbol(name))
    }

    /// Records that `loader` is an initiating loader of `class`, although another loader defined it.
    pub(crate) fn note_initiated(&self, loader: Loader, name: Symbol, class: ClassRef) {
        self.by_name
            .write()
            .expect("no panic while classes are added")
            .entry((loader, name))
            .or_insert(class);
    }

    fn find_in_jdk(&self, name: &str) -> Result<Option<ClassBytes>, Trap> {
        match self.jdk.find_class(name) {
            Ok(found) => Ok(found.map(|f| ClassBytes { bytes: f.bytes, source: f.source.into() })),
            Err(error) => Err(Trap::Unsupported(format!("reading {name} from the JDK: {error}"))),
        }
    }

    fn find_on_path(&self, name: &str) -> Result<Option<ClassBytes>, Trap> {
        match self.path.find_class(name) {
            Ok(found) => Ok(found.map(|f| ClassBytes { bytes: f.bytes, source: f.source.into() })),
            Err(error) => Err(Trap::Unsupported(format!("reading {name} from the class path: {error}"))),
        }
    }

    /// The class path.
    pub(crate) fn class_path(&self) -> &ClassPath {
        &self.path
    }

    /// Defines a class from a class file and registers it by name.
    fn define(
        &'static self,
        heap: &mut Heap,
        loader: Loader,
        found: ClassBytes,
        wanted: Option<&str>,
    ) -> Result<ClassRef, Trap> {
        let class = self.define_unlisted(heap, loader, found, wanted)?;
        let mut names = self.by_name.write().expect("no panic while classes are added");
        Ok(*names.entry((loader, self.symbol(&class.name))).or_insert(class))
    }

    /// Allows preview features, like `java --enable-preview`. To be called before boot.
    pub fn enable_preview(&self) {
        self.preview.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Whether classes may use preview features.
    pub(crate) fn has_preview(&self) -> bool {
        self.preview.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Defines a class from a class file (JVMS 5.3.5). `wanted` is the name it must have.
    pub(crate) fn define_unlisted(
        &'static self,
        heap: &mut Heap,
        loader: Loader,
        found: ClassBytes,
        wanted: Option<&str>,
    ) -> Result<ClassRef, Trap> {
        let file = parse(found.bytes, wanted, self.release())?;
        if loader != Loader::BOOT {
            check_preview(&file, wanted, self.release(), self.has_preview())?;
        }
        if let Some(wanted) = wanted.filter(|&wanted| *file.name != *wanted) {
            return wrong_name(wanted, &file.name);
        }
        self.link(heap, loader, file, found.source, None, false)
    }

    /// Defines a class that cannot be found by name, with the access rights of `host`.
    pub(crate) fn define_hidden(
        &'static self,
        heap: &mut Heap,
        host: ClassRef,
        bytes: Vec<u8>,
        nestmate: bool,
    ) -> Result<ClassRef, Trap> {
        let file = parse(bytes.into(), None, self.release())?;
        self.link(heap, host.loader, file, host.source.clone(), nestmate.then_some(host), true)
    }

    fn blank(&self, name: &str, loader: Loader, sort: Sort) -> Class {
        let id = u32::MAX;
        let symbol = self.symbol(name);
        let pool = if let Sort::Instance(file) = &sort { file.pool.len() } else { 0 };
        Class {
            id,
            name: self.text(symbol).clone(),
            loader,
            access: flag::PUBLIC | flag::FINAL | flag::ABSTRACT,
            sort,
            superclass: None,
            interfaces: Vec::new(),
            display: OnceLock::new(),
            all_interfaces: OnceLock::new(),
            fields: OnceLock::new(),
            methods: OnceLock::new(),
            methods_by_key: OnceLock::new(),
            vtable: OnceLock::new(),
            itable: OnceLock::new(),
            words: HEADER,
            injected: None,
            references: OnceLock::new(),
            static_references: OnceLock::new(),
            tag: OnceLock::new(),
            mirror: OnceLock::new(),
            resolved: (0..pool).map(|_| OnceLock::new()).collect(),
            host: None,
            array: OnceLock::new(),
            nest_host: OnceLock::new(),
            initialiser: OnceLock::new(),
            creator: OnceLock::new(),
            is_hidden: false,
            by_program: OnceLock::new(),
            source: Arc::from(""),
        }
    }

    fn add(&self, class: Class) -> ClassRef {
        let index = self.classes.push_with(|index| {
            let mut class = class;
            class.id = index as u32;
            &*Box::leak(Box::new(class))
        });
        let class = self.classes[index];
        if let Some(loading) = self.loading() {
            class.tag.set(loading.tag(class)).ok();
        }
        class
    }

    /// Loads the supertypes, lays out fields, builds the tables (JVMS 5.3.5, 5.4.5).
    fn link(
        &'static self,
        heap: &mut Heap,
        loader: Loader,
        file: ClassFile,
        source: Arc<str>,
        host: Option<ClassRef>,
        is_hidden: bool,
    ) -> Result<ClassRef, Trap> {
        let name = match is_hidden && !file.name.contains('+') {
            // HotSpot appends an address; its value is unspecified.
            true => {
                let number = self.spun.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                format!("{}+0x{:016x}", file.name, 0x7e00_0000_0000_u64 + u64::from(number) * 8)
            }
            false => file.name.to_string(),
        };
        let mut class = self.blank(&name, loader, Sort::Primitive(Kind::Void));
        let superclass = match &file.super_name {
            Some(name) => Some(self.supertype(heap, loader, &file.name, name)?),
            None => None,
        };
        let mut interfaces = Vec::new();
        for name in &file.interfaces {
            interfaces.push(self.supertype(heap, loader, &file.name, name)?);
        }
        let child = Child { name: name.replace('/', "."), file: &file, loader, is_hidden };
        self.check_supertypes(heap, &child, superclass, &interfaces)?;
        let super_words = superclass.map_or(HEADER, |s| s.words);
        let own = file.fields.iter().filter(|f| f.access & flag::STATIC == 0).count();
        let injected = injected_words(&file.name);
        class.words = super_words + own + injected;
        class.injected = (injected > 0).then_some(super_words + own).or(superclass.and_then(|s| s.injected));
        class.access = file.access;
        class.superclass = superclass;
        class.interfaces = interfaces;
        class.host = host;
        class.is_hidden = is_hidden;
        class.source = source;
        class.resolved = (0..file.pool.len()).map(|_| OnceLock::new()).collect();
        class.sort = Sort::Instance(Box::new(file));
        let class = self.add(class);
        self.link_members(class, super_words);
        self.link_tables(class);
        if self.known.get().is_some() {
            self.make_mirror(heap, class);
        }
        Ok(class)
    }

    fn supertype(
        &'static self,
        heap: &mut Heap,
        loader: Loader,
        from: &str,
        name: &str,
    ) -> Result<ClassRef, Trap> {
        if from == name {
            return raise_with("java/lang/ClassCircularityError", from);
        }
        self.class(heap, loader, name)
    }

    fn link_members(&'static self, class: ClassRef, super_words: usize) {
        let file = class.file().expect("only classes with a file are linked");
        let mirror_words = self.known.get().map_or_else(|| self.mirror_words_early(class), |k| k.class.words);
        let (mut instance, mut statics) = (super_words, mirror_words);
        let mut fields = Vec::new();
        for (index, f) in file.fields.iter().enumerate() {
            let place = if f.access & flag::STATIC == 0 { &mut instance } else { &mut statics };
            fields.push(&*Box::leak(Box::new(Field {
                class,
                index,
                name: self.symbol(&f.name),
                descriptor: self.symbol(&f.descriptor),
                access: f.access,
                kind: Kind::of(&f.descriptor),
                word: *place,
            })));
            *place += 1;
        }
        let mut methods = Vec::new();
        let mut by_key = HashMap::new();
        for (index, m) in file.methods.iter().enumerate() {
            let method = self.make_method(class, index, m);
            by_key.entry((method.name, method.descriptor)).or_insert(method);
            methods.push(method);
        }
        let initialiser = by_key.get(&(self.symbol("<clinit>"), self.symbol("()V"))).copied();
        set(&class.fields, fields);
        set(&class.methods, methods);
        set(&class.methods_by_key, by_key);
        set(&class.initialiser, initialiser.filter(|m| m.is_static()));
    }

    /// The number of words of a mirror before `java.lang.Class` is linked, from its class file.
    fn mirror_words_early(&self, class: ClassRef) -> usize {
        if &*class.name == "java/lang/Class" {
            return class.words;
        }
        if let Some(&words) = self.mirror_words.get() {
            return words;
        }
        let found = self.jdk.find_class("java/lang/Class").ok().flatten();
        let file = found.and_then(|f| classfile::parse(f.bytes).ok());
        let own = file.map_or(64, |f| f.fields.iter().filter(|f| f.access & flag::STATIC == 0).count());
        *self.mirror_words.get_or_init(|| HEADER + own + injected_words("java/lang/Class"))
    }

    fn make_method(&'static self, class: ClassRef, index: usize, m: &classfile::Method) -> MethodRef {
        let (parameters, returns) = descriptor::kinds(&m.descriptor);
        let this = usize::from(m.access & flag::STATIC == 0);
        let argument_slots = this + parameters.iter().map(|k| k.slots()).sum::<usize>();
        let is_polymorphic = class.loader == Loader::BOOT
            && m.access & (flag::NATIVE | flag::VARARGS) == flag::NATIVE | flag::VARARGS
            && matches!(&*class.name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
        let own = self.loading().and_then(|l| l.native(&class.name, &m.name, &m.descriptor));
        let native = if own.is_some() {
            own
        } else if class.loader == Loader::BOOT {
            native::find(&class.name, &m.name, &m.descriptor, m.access & flag::NATIVE != 0)
        } else {
            None
        };
        let (name, descriptor) = (self.symbol(&m.name), self.symbol(&m.descriptor));
        let index_of_method = self.methods.push_with(|id| {
            &*Box::leak(Box::new(Method {
                class,
                id: id as u32,
                index,
                name,
                descriptor,
                access: m.access,
                parameters,
                returns,
                argument_slots,
                vtable_index: OnceLock::new(),
                code: OnceLock::new(),
                native,
                is_polymorphic,
            }))
        });
        self.methods[index_of_method]
    }

    fn link_tables(&'static self, class: ClassRef) {
        let mut display = class.superclass.map_or_else(Vec::new, |s| s.display().to_vec());
        if !class.is_interface() {
            display.push(class);
        }
        set(&class.display, display);
        let mut all: Vec<ClassRef> = Vec::new();
        if class.is_interface() {
            all.push(class);
        }
        let above = class.superclass.into_iter().chain(class.interfaces.iter().copied());
        for i in above.flat_map(|c| c.all_interfaces().iter().copied()) {
            if !all.iter().any(|known| known.id == i.id) {
                all.push(i);
            }
        }
        set(&class.all_interfaces, all);
        let mut vtable = match class.superclass {
            Some(s) if !class.is_interface() => s.vtable.get().cloned().unwrap_or_default(),
            _ => Vec::new(),
        };
        if !class.is_interface() {
            let init = self.symbol("<init>");
            for &m in class.methods() {
                if m.is_static() || m.is_private() || m.name == init {
                    continue;
                }
                self.place_in_vtable(&mut vtable, m);
            }
        }
        set(&class.vtable, vtable);
    }

    /// JVMS 5.4.5: which inherited methods `m` overrides.
    fn place_in_vtable(&self, vtable: &mut Vec<MethodRef>, m: MethodRef) {
        let mut place = None;
        for (i, entry) in vtable.iter_mut().enumerate() {
            if entry.name != m.name || entry.descriptor != m.descriptor {
                continue;
            }
            let open = entry.access & (flag::PUBLIC | flag::PROTECTED) != 0;
            let same_package =
                entry.class.loader == m.class.loader && entry.class.package() == m.class.package();
            if open || same_package {
                *entry = m;
                place.get_or_insert(i);
            }
        }
        let index = place.unwrap_or_else(|| {
            vtable.push(m);
            vtable.len() - 1
        });
        set(&m.vtable_index, index as u32);
    }

    /// The array class of a component class.
    pub(crate) fn array_class(&'static self, heap: &mut Heap, component: ClassRef) -> ClassRef {
        let array = self.array_class_unmirrored(component);
        if array.mirror.get().is_none() && self.known.get().is_some() {
            self.make_mirror(heap, array);
        }
        array
    }

    fn array_class_unmirrored(&'static self, component: ClassRef) -> ClassRef {
        component.array.get_or_init(|| {
            let (name, kind) = match &component.sort {
                Sort::Primitive(kind) => (format!("[{}", kind.primitive().map_or("", |p| p.1)), *kind),
                Sort::Array { .. } => (format!("[{}", component.name), Kind::Reference),
                Sort::Instance(_) => (format!("[L{};", component.name), Kind::Reference),
            };
            let mut class = self.blank(&name, component.loader, Sort::Array { component, kind });
            // JLS 10.7, 6.6.1: as accessible as the element type, abstract and final.
            class.access = component.access & (flag::PUBLIC | flag::PRIVATE | flag::PROTECTED)
                | flag::FINAL
                | flag::ABSTRACT;
            let object = self.find_loaded(Loader::BOOT, self.symbol("java/lang/Object"));
            class.superclass = object;
            for name in ["java/lang/Cloneable", "java/io/Serializable"] {
                class.interfaces.extend(self.find_loaded(Loader::BOOT, self.symbol(name)));
            }
            let class = self.add(class);
            set(&class.display, object.into_iter().collect());
            set(&class.all_interfaces, class.interfaces.clone());
            set(&class.vtable, object.and_then(|o| o.vtable.get().cloned()).unwrap_or_default());
            class
        })
    }

    /// The class of a primitive type.
    pub(crate) fn primitive(&self, kind: Kind) -> ClassRef {
        self.known().primitives[kind_index(kind)]
    }

    /// The array class of a primitive type.
    pub(crate) fn primitive_array(&self, kind: Kind) -> ClassRef {
        self.known().primitive_arrays[kind_index(kind)]
    }

    /// Makes the instance of `java.lang.Class`, followed by the class's static fields as preparation leaves
    /// them (JVMS 5.4.2), except for constants of type `String`, which initialisation sets.
    pub(crate) fn make_mirror(&'static self, heap: &mut Heap, class: ClassRef) {
        if class.mirror.get().is_some() {
            return;
        }
        let mirror_class = self.known().class;
        let statics = class.fields().iter().filter(|f| f.is_static()).count();
        let mut image = vec![0; mirror_class.words + statics];
        image[0] = u64::from(mirror_class.id);
        image[1] = u64::from(strings::identity_of_name(&class.name));
        image[mirror_class.injected.expect("mirrors have a word for the class")] = u64::from(class.id) + 1;
        let module = self.module_of(heap, class);
        self.fill_mirror(class, module, |name, value| {
            let field = mirror_class.fields().iter().find(|f| **self.text(f.name) == *name);
            if let Some(field) = field.filter(|f| !f.is_static()) {
                image[field.word] = value;
            }
        });
        if let Some(file) = class.file() {
            for field in class.fields().iter().filter(|f| f.is_static()) {
                use classfile::Constant;
                let Some(index) = file.fields[field.index].constant_value else { continue };
                image[field.word] = match file.pool.get(index) {
                    Some(Constant::Integer(v)) => field.kind.cut(u64::from(*v as u32)),
                    Some(Constant::Float(v)) => u64::from(*v),
                    Some(Constant::Long(v)) => *v as u64,
                    Some(Constant::Double(v)) => *v,
                    _ => 0,
                };
            }
        }
        let mirror = heap.add_constant(&image);
        // Another worker may have been faster; then its mirror counts.
        let _ = class.mirror.set(mirror);
    }

    /// Sets the fields of `java.lang.Class` that the machine provides.
    fn fill_mirror(&'static self, class: ClassRef, module: Ref, mut put: impl FnMut(&str, u64)) {
        if let Some((component, _)) = class.component() {
            put("componentType", component.mirror().0);
        }
        put("classLoader", self.loader_object(class.loader).0);
        put("module", module.0);
        // Fields since JDK 25; natives before.
        put("modifiers", u64::from(self.modifiers(class)));
        put("primitive", u64::from(class.is_primitive()));
    }

    /// The Java object of a loader; null for the boot loader.
    pub(crate) fn loader_object(&self, loader: Loader) -> Ref {
        match loader {
            Loader::BOOT => Ref::NULL,
            Loader::APP => self.app_loader.get().copied().unwrap_or_default(),
            Loader(n) => {
                let loaders = self.loaders.read().expect("no panic while loaders are added");
                loaders.get(n as usize - 2).copied().unwrap_or_default()
            }
        }
    }

    /// The modifiers as returned by `Class.getModifiers`: those of the InnerClasses attribute for nested
    /// classes.
    pub(crate) fn modifiers(&self, class: ClassRef) -> u16 {
        if let Some((component, _)) = class.component() {
            let component = self.modifiers(component);
            return component & (flag::PUBLIC | flag::PRIVATE | flag::PROTECTED)
                | flag::FINAL
                | flag::ABSTRACT;
        }
        let inner = class.file().and_then(|f| f.inner_classes.iter().find(|i| i.inner == class.name));
        inner.map_or(class.access, |i| i.access) & !flag::SUPER
    }

    /// The method that an interface method selects for objects of a class (JVMS 5.4.6).
    pub(crate) fn interface_target(&'static self, class: ClassRef, method: MethodRef) -> Option<Target> {
        let table = class.itable.get_or_init(|| {
            let mut table = HashMap::new();
            for interface in class.all_interfaces() {
                for &m in interface.methods() {
                    if !m.is_static() && !m.is_private() {
                        table.insert(m.id, self.select(class, m.name, m.descriptor));
                    }
                }
            }
            table
        });
        table.get(&method.id).copied()
    }

    /// Selection for an interface method (JVMS 5.4.6): first the class and its superclasses, then the most
    /// specific default.
    fn select(&self, class: ClassRef, name: Symbol, descriptor: Symbol) -> Target {
        let mut at = Some(class);
        while let Some(c) = at {
            if let Some(m) = c.declared(name, descriptor)
                && !m.is_static()
                && !m.is_private()
            {
                return if m.is_abstract() { Target::Abstract } else { Target::Method(m) };
            }
            at = c.superclass;
        }
        match self.most_specific(class, name, descriptor).as_slice() {
            [] => Target::Abstract,
            [m] => Target::Method(m),
            _ => Target::Conflict,
        }
    }

    /// The maximally-specific superinterface methods that are not abstract (JVMS 5.4.3.3).
    pub(crate) fn most_specific(&self, class: ClassRef, name: Symbol, descriptor: Symbol) -> Vec<MethodRef> {
        let candidates: Vec<MethodRef> = class
            .all_interfaces()
            .iter()
            .filter_map(|i| i.declared(name, descriptor))
            .filter(|m| !m.is_static() && !m.is_private())
            .collect();
        let beaten = |m: &MethodRef| {
            candidates.iter().any(|o| o.class.id != m.class.id && o.class.is_subtype(m.class))
        };
        candidates.iter().copied().filter(|m| !beaten(m) && !m.is_abstract()).collect()
    }
}

fn set<T>(cell: &OnceLock<T>, value: T) {
    // Set once, before the class is visible to other workers.
    let _ = cell.set(value);
}

fn kind_index(kind: Kind) -> usize {
    Kind::PRIMITIVES.iter().position(|&k| k == kind).expect("only primitive kinds are asked for")
}

/// The number of words that only the machine sees: the class of a mirror, the method of a resolved name, the
/// number of a loader.
fn injected_words(class: &str) -> usize {
    match class {
        "java/lang/Class" | "java/lang/ClassLoader" | "java/lang/invoke/MemberName" => 1,
        "java/lang/invoke/ResolvedMethodName" => 1,
        _ => 0,
    }
}
