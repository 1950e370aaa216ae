//! Boot: from nothing to a state in which a main method can be called.
//!
//! The real `System.initPhase1` and `initPhase3` of the class library are run. `initPhase2` is left out: it
//! builds the module graph, about 94 % of all bytecodes of boot, for a layer that programs on the class path
//! hardly see. It is replaced by a module java.base and an empty layer.

use crate::class::ClassRef;
use crate::heap::{Creator, Heap, Ref};
use crate::library::Library;
use crate::state::{Output, State, Thread};
use crate::trap::Trap;
use crate::vm::{Stop, Unsupported, Vm};
use std::collections::BTreeMap;
use triomphe::Arc;

/// Why booting failed.
#[derive(Debug, thiserror::Error)]
pub enum BootError {
    /// The class library could not be brought up.
    #[error("this JDK's class library does not start: {0}")]
    Library(String),
    /// A cached boot state is intact but does not fit; it has been removed.
    #[error("the kept boot state {0} did not fit and has been removed; please run again")]
    Snapshot(std::path::PathBuf),
}

impl From<Unsupported> for BootError {
    fn from(error: Unsupported) -> BootError {
        BootError::Library(error.to_string())
    }
}

impl From<Stop> for BootError {
    fn from(stop: Stop) -> BootError {
        match stop {
            Stop::Unsupported(reason) => reason.into(),
            other => BootError::Library(format!("the boot sequence stopped: {other:?}")),
        }
    }
}

impl From<Trap> for BootError {
    fn from(trap: Trap) -> BootError {
        BootError::Library(format!("{trap:?}"))
    }
}

/// Brings up the class library: the state in which a program begins.
pub fn boot(lib: &'static Library, options: &crate::Options) -> Result<State, BootError> {
    let mut state = empty_state(lib);
    let mut vm = Vm::new(lib, &mut state, options, 0);
    vm.boot_library()?;
    vm.th.creator = Creator::thread(0);
    vm.finish();
    // From here on, literals are shared between states.
    let interned = std::mem::take(&mut state.interned);
    let mut literals = lib.literals.write().expect("no panic while literals are added");
    for (text, &string) in interned.iter() {
        literals.entry(text.as_slice().into()).or_insert(string);
    }
    drop(literals);
    state.heap.end_boot();
    state.bytecodes = 0;
    state.clock_was_read = false;
    crate::layout::note_boot(lib, &state).map_err(BootError::Library)?;
    Ok(state)
}

/// A state without objects and with one thread.
pub(crate) fn empty_state(lib: &'static Library) -> State {
    State {
        heap: Heap::new(lib.constants),
        threads: vec![Arc::new(Thread::new(Ref::NULL, Creator::BOOT))],
        monitors: BTreeMap::new(),
        classes: Arc::default(),
        interned: Arc::default(),
        call_sites: Arc::default(),
        hidden: Arc::default(),
        output: Output::default(),
        clock: 0,
        exit: None,
        bytecodes: 0,
        main_failed: false,
        modules: Arc::default(),
        failures: Arc::default(),
        outside: Arc::default(),
        inflaters: Arc::default(),
        files: Arc::default(),
        next_thread_id: 2,
        loaders: Arc::default(),
        clock_was_read: false,
        notes: crate::notes::StateNotes::default(),
    }
}

impl Vm<'_> {
    fn boot_library(&mut self) -> Result<(), BootError> {
        self.lib.load_known(&mut self.st.heap)?;
        for class in ["java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup"] {
            self.initialise_now(class)?;
        }
        self.set_unsafe_constants()?;
        self.make_main_thread()?;
        for class in ["java/lang/Module", "java/lang/reflect/Method", "java/lang/ref/Finalizer"] {
            self.initialise_now(class)?;
        }
        self.call_static("java/lang/System", "initPhase1", "()V", &[])?;
        for class in [
            "java/lang/Byte$ByteCache",
            "java/lang/Short$ShortCache",
            "java/lang/Integer$IntegerCache",
            "java/lang/Long$LongCache",
            "java/lang/Character$CharacterCache",
            "java/lang/Boolean",
        ] {
            self.initialise_now(class)?;
        }
        self.make_modules()?;
        self.call_static("java/lang/System", "initPhase3", "()V", &[])?;
        self.take_loader()?;
        // Nearly every class of java.util.concurrent needs variable handles: java.lang.invoke is brought up
        // once here instead of in every run.
        for class in
            ["java/util/concurrent/atomic/AtomicReference", "java/util/concurrent/atomic/AtomicBoolean"]
        {
            self.initialise_now(class)?;
        }
        // The default locale of formats is computed by the first user, under a lock that programs should not
        // notice.
        self.construct("java/util/Formatter", "()V", &[])?;
        Ok(())
    }

    pub(crate) fn initialise_now(&mut self, class: &str) -> Result<ClassRef, BootError> {
        let class = self.system_class(class)?;
        loop {
            match self.initialise(class) {
                Ok(()) => return Ok(class),
                Err(Trap::Again) => self.run_returned()?,
                Err(trap) => return Err(trap.into()),
            }
        }
    }

    fn run_returned(&mut self) -> Result<(), BootError> {
        match self.run() {
            Stop::Returned => Ok(()),
            other => Err(other.into()),
        }
    }

    fn call_static(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        arguments: &[u64],
    ) -> Result<u64, BootError> {
        self.initialise_now(class)?;
        let method = self.system_method(class, name, descriptor)?;
        Ok(self.call(method, arguments)?)
    }

    fn construct(&mut self, class: &str, descriptor: &str, arguments: &[u64]) -> Result<Ref, BootError> {
        let c = self.initialise_now(class)?;
        let object = self.new_object(c)?;
        self.construct_in(object, class, descriptor, arguments)?;
        Ok(object)
    }

    fn construct_in(
        &mut self,
        object: Ref,
        class: &str,
        descriptor: &str,
        arguments: &[u64],
    ) -> Result<(), BootError> {
        let constructor = self.system_method(class, "<init>", descriptor)?;
        let arguments: Vec<u64> = std::iter::once(object.0).chain(arguments.iter().copied()).collect();
        self.call(constructor, &arguments)?;
        Ok(())
    }

    /// Sets the facts about the platform that HotSpot writes into the class.
    fn set_unsafe_constants(&mut self) -> Result<(), BootError> {
        let class = self.initialise_now("jdk/internal/misc/UnsafeConstants")?;
        self.put_static(class, "ADDRESS_SIZE0", 8);
        self.put_static(class, "PAGE_SIZE", 4096);
        self.put_static(class, "UNALIGNED_ACCESS", 1);
        Ok(())
    }

    fn make_main_thread(&mut self) -> Result<(), BootError> {
        let thread_class = self.lib.known().thread;
        let thread = self.new_object(thread_class)?;
        (self.th.object, self.th.current) = (thread, thread);
        self.put(thread, "eetop", 1);
        self.put(thread, "priority", 5);
        let system = self.construct("java/lang/ThreadGroup", "()V", &[])?;
        let name = self.literal_str("main")?;
        let group = self.construct(
            "java/lang/ThreadGroup",
            "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
            &[system.0, name.0],
        )?;
        self.initialise_now("java/lang/Thread")?;
        let descriptor = "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
        self.construct_in(thread, "java/lang/Thread", descriptor, &[group.0, name.0])?;
        self.publish_status();
        Ok(())
    }

    /// The module java.base and an empty layer, in place of `initPhase2`.
    fn make_modules(&mut self) -> Result<(), BootError> {
        let class = self.initialise_now("java/lang/Module")?;
        self.initialise_now("java/lang/ModuleLayer")?;
        let layer = self.call_static("java/lang/ModuleLayer", "empty", "()Ljava/lang/ModuleLayer;", &[])?;
        let _ = self.lib.module_class.set((class, Ref(layer)));
        for id in 0..self.lib.class_count() {
            let class = self.lib.class_of_id(id as u32);
            let module = self.lib.module_of(&mut self.st.heap, class);
            self.put(class.mirror(), "module", module.0);
        }
        let system = self.system_class("java/lang/System")?;
        self.put_static(system, "bootLayer", layer);
        self.call_static("jdk/internal/misc/VM", "initLevel", "(I)V", &[2])?;
        Ok(())
    }

    /// Records the loader of the class path that `initPhase3` created.
    fn take_loader(&mut self) -> Result<(), BootError> {
        let class = self.system_class("java/lang/ClassLoader")?;
        let loader = Ref(self.get_static(class, "scl"));
        if loader.is_null() {
            return Err(BootError::Library("no system class loader".into()));
        }
        let module = self.get_ref(loader, "unnamedModule");
        let _ = self.lib.app_loader.set(loader);
        let _ = self.lib.app_module.set(module);
        Ok(())
    }
}

/// `SystemProps.Raw.platformProperties`: an array whose indices are constants of the class.
pub(crate) fn platform_properties(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let class = vm.system_class("jdk/internal/util/SystemProps$Raw")?;
    let length = vm.get_static(class, "FIXED_LENGTH") as usize;
    let mut values = vec![Ref::NULL; length];
    let settings = [
        ("_display_language_NDX", "en"),
        ("_file_encoding_NDX", "UTF-8"),
        ("_native_encoding_NDX", "UTF-8"),
        ("_stdout_encoding_NDX", "UTF-8"),
        ("_stderr_encoding_NDX", "UTF-8"),
        ("_sun_jnu_encoding_NDX", "UTF-8"),
        ("_file_separator_NDX", "/"),
        ("_path_separator_NDX", ":"),
        ("_line_separator_NDX", "\n"),
        ("_java_io_tmpdir_NDX", "/tmp"),
        ("_os_arch_NDX", "amd64"),
        ("_os_name_NDX", "Linux"),
        ("_os_version_NDX", "0"),
        ("_sun_arch_data_model_NDX", "64"),
        ("_sun_cpu_endian_NDX", "little"),
        ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
        ("_user_dir_NDX", "/"),
        ("_user_home_NDX", "/"),
        ("_user_name_NDX", "thinair"),
    ];
    for (name, value) in settings {
        if vm.field_named(class, name).is_some() {
            let place = vm.get_static(class, name) as usize;
            if place < length {
                values[place] = vm.literal_str(value)?;
            }
        }
    }
    let string = vm.lib.known().string;
    Ok(vm.new_reference_array(string, &values)?.0)
}

/// `SystemProps.Raw.vmProperties`: names and values alternating.
pub(crate) fn vm_properties(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let release = vm.lib.release().to_string();
    let mut pairs: Vec<(String, String)> = [
        ("java.home", "/java"),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &release),
        ("java.vm.name", "thinair"),
        ("java.vm.vendor", "thinair"),
        ("java.vm.version", env!("CARGO_PKG_VERSION")),
        ("java.vm.info", "model checker"),
        ("java.vm.compressedOopsMode", ""),
        ("jdk.debug", "release"),
        ("sun.boot.library.path", "/java/lib"),
        ("java.library.path", ""),
        // Reflection without spinning classes or method handles.
        ("jdk.reflect.useNativeAccessorOnly", "true"),
        ("sun.reflect.inflationThreshold", "2147483647"),
        // No counters in guards: they are written without synchronisation, for a compiler that does not exist
        // here.
        ("java.lang.invoke.MethodHandle.PROFILE_GWT", "false"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .to_vec();
    // What differs between runs is set when a program starts, so that boot states can be cached.
    pairs.push(("java.class.path".into(), String::new()));
    let mut values = Vec::new();
    for (name, value) in &pairs {
        values.push(vm.literal_str(name)?);
        values.push(vm.literal_str(value)?);
    }
    // null marks the end.
    values.push(Ref::NULL);
    let string = vm.lib.known().string;
    let array = vm.new_reference_array(string, &values)?;
    Ok(array.0)
}
