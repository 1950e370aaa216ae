//! How a program begins (JLS 12.1): which method is `main`, and a tiny spun class that calls it.
//!
//! The caller is spun, not simulated: that the main class is initialised first, that an instance `main` needs
//! an object, and that exceptions on the way are uncaught then all follows from ordinary bytecode. Being
//! hidden, the caller does not show in stack traces.

use crate::class::{ClassRef, Loader, MethodRef, flag};
use crate::library::Library;
use crate::state::{State, Status, Then};
use crate::trap::Trap;
use crate::vm::Vm;
use class_writer::writer::{ClassWriter, FINAL, Invoke, Op, STATIC, SUPER, SYNTHETIC};

/// Why a program cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No such class, or it cannot be linked.
    #[error("cannot load the main class {class}: {reason}")]
    NoClass {
        /// Its name.
        class: String,
        /// What went wrong.
        reason: String,
    },
    /// The class has no main method.
    #[error("no method `{wanted}` in class {class}")]
    NoMain {
        /// Its name.
        class: String,
        /// What this release of Java looks for.
        wanted: &'static str,
    },
    /// Its main method needs an object that cannot be created.
    #[error("class {class} has an instance main method, but {reason}")]
    NoObject {
        /// Its name.
        class: String,
        /// What is missing.
        reason: &'static str,
    },
}

/// The first release with instance main methods (JEP 512).
const INSTANCE_MAIN: u16 = 25;
/// The parameters of an ordinary main method.
const WITH_ARGUMENTS: &str = "([Ljava/lang/String;)V";
/// Name and descriptor of the spun class's method.
const LAUNCH: (&str, &str) = ("launch", WITH_ARGUMENTS);

/// Prepares the call of the main method.
pub fn start(
    lib: &'static Library,
    state: &mut State,
    options: &crate::Options,
    main: &str,
    arguments: &[String],
) -> Result<(), StartError> {
    let mut vm = Vm::new(lib, state, options, 0);
    let result = vm.start_main(main, arguments);
    vm.finish();
    result
}

/// Prepares the call of `launch(String[])` of a class that was spun for a program's class: it becomes a
/// hidden nestmate of it. Returns the number of the class of the result, if there is one.
pub fn start_spun(
    lib: &'static Library,
    state: &mut State,
    options: &crate::Options,
    (class, bytes): (&str, Vec<u8>),
    result: Option<&str>,
) -> Result<Option<u32>, StartError> {
    let mut vm = Vm::new(lib, state, options, 0);
    let done = vm.start_spun(class, bytes, result);
    vm.finish();
    done
}

impl Vm<'_> {
    fn start_spun(
        &mut self,
        class: &str,
        bytes: Vec<u8>,
        result: Option<&str>,
    ) -> Result<Option<u32>, StartError> {
        let no_class =
            |trap: Trap| StartError::NoClass { class: class.to_owned(), reason: reason_of(&trap, class) };
        let mut find = |name: &str| self.lib.class(&mut self.st.heap, Loader::APP, &name.replace('.', "/"));
        let result = result.map(&mut find).transpose().map_err(no_class)?;
        let host = find(class).map_err(no_class)?;
        self.begin_spun(host, bytes, &[]).map_err(no_class)?;
        Ok(result.map(|result| result.id))
    }

    fn start_main(&mut self, main: &str, arguments: &[String]) -> Result<(), StartError> {
        let no_class =
            |trap: Trap| StartError::NoClass { class: main.to_owned(), reason: reason_of(&trap, main) };
        let class =
            self.lib.class(&mut self.st.heap, Loader::APP, &main.replace('.', "/")).map_err(no_class)?;
        let method = self.find_main(class, main)?;
        self.begin(class, method, arguments).map_err(no_class)
    }

    /// The main method by the rules of the JDK's release (JLS 12.1.4; before release 25, 12.1.4 of Java SE
    /// 17).
    fn find_main(&self, class: ClassRef, main: &str) -> Result<MethodRef, StartError> {
        let look_up =
            |descriptor: &str| self.look_up(class, self.lib.symbol("main"), self.lib.symbol(descriptor));
        let no_main = |wanted| StartError::NoMain { class: main.to_owned(), wanted };
        if self.lib.release() < INSTANCE_MAIN {
            let is_main = |m: &MethodRef| m.is_static() && m.access & flag::PUBLIC != 0;
            return look_up(WITH_ARGUMENTS)
                .filter(is_main)
                .ok_or_else(|| no_main("public static void main(String[])"));
        }
        let method = look_up(WITH_ARGUMENTS)
            .filter(|m| !m.is_private())
            .or_else(|| look_up("()V").filter(|m| !m.is_private()))
            .ok_or_else(|| no_main("void main(String[])` or `void main()"))?;
        if !method.is_static() {
            self.check_constructor(class, main)?;
        }
        Ok(method)
    }

    fn check_constructor(&self, class: ClassRef, main: &str) -> Result<(), StartError> {
        let no_object = |reason| Err(StartError::NoObject { class: main.to_owned(), reason });
        if class.access & (flag::ABSTRACT | flag::INTERFACE) != 0 {
            return no_object("it is abstract");
        }
        match class.declared(self.lib.symbol("<init>"), self.lib.symbol("()V")) {
            Some(constructor) if !constructor.is_private() => Ok(()),
            _ => no_object("it has no constructor without parameters that is not private"),
        }
    }

    fn begin(&mut self, class: ClassRef, method: MethodRef, arguments: &[String]) -> Result<(), Trap> {
        let bytes = launcher(class, method, &self.lib.text(method.descriptor).clone())
            .map_err(|error| Trap::Unsupported(format!("calling the main method: {error}")))?;
        self.begin_spun(class, bytes, arguments)
    }

    fn begin_spun(&mut self, class: ClassRef, bytes: Vec<u8>, arguments: &[String]) -> Result<(), Trap> {
        let launcher = self.lib.define_hidden(&mut self.st.heap, class, bytes, true)?;
        let launch = launcher
            .declared(self.lib.symbol(LAUNCH.0), self.lib.symbol(LAUNCH.1))
            .expect("the class was spun with this method");
        let mut strings = Vec::new();
        for argument in arguments {
            strings.push(self.new_string(argument)?);
        }
        let string = self.lib.known().string;
        let array = self.new_reference_array(string, &strings)?;
        let (frame, stack) = crate::thread::first_frame(launch, &[array.0], Then::ThreadEnds)?;
        self.th.frames.push(frame);
        self.th.stack = stack;
        self.th.status = Status::Runnable;
        // The main class is initialised first, even if it inherits the method.
        match self.initialise(class) {
            Ok(()) | Err(Trap::Again) => self.set_properties(),
            Err(trap) => Err(trap),
        }
    }

    /// Pushes calls of `System.setProperty`, which thus run before everything else.
    fn set_properties(&mut self) -> Result<(), Trap> {
        let own = ("java.class.path".to_owned(), self.options.class_path.clone());
        let mut settings = vec![own];
        for (name, value) in &self.options.properties {
            settings.retain(|(known, _)| known != name);
            settings.push((name.clone(), value.clone()));
        }
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        let set = self.system_method("java/lang/System", "setProperty", descriptor)?;
        for (name, value) in settings {
            let (name, value) = (self.new_string(&name)?, self.new_string(&value)?);
            self.enter_with(set, &[name.0, value.0], Then::Again)?;
        }
        Ok(())
    }
}

/// The class that calls the main method.
fn launcher(
    class: ClassRef,
    method: MethodRef,
    descriptor: &str,
) -> Result<Vec<u8>, class_writer::SpinError> {
    let owner = &*class.name;
    let mut writer = ClassWriter::new(FINAL | SUPER | SYNTHETIC, &format!("{owner}$$Launcher"), &[]);
    writer.method(STATIC, LAUNCH.0, LAUNCH.1, |code| {
        let how = if method.is_static() { Invoke::Static } else { Invoke::Virtual };
        if !method.is_static() {
            code.new_object(owner);
            code.op(Op::Dup);
            code.invoke(Invoke::Special, owner, "<init>", "()V");
        }
        if descriptor == WITH_ARGUMENTS {
            code.aload(0);
        }
        code.invoke_member(how, [owner, "main", descriptor], class.is_interface());
        code.return_value(None);
    });
    writer.finish()
}

/// Why a class could not be loaded, in words.
fn reason_of(trap: &Trap, main: &str) -> String {
    match trap {
        Trap::Raise(crate::trap::NO_CLASS, Some(name)) if *name == main.replace('.', "/") => {
            "it was not found".to_owned()
        }
        Trap::Load(_, name) if **name == *main.replace('.', "/") => "it was not found".to_owned(),
        Trap::Load(_, name) => format!("NoClassDefFoundError: {name}"),
        Trap::Raise(class, message) => {
            let class = class.rsplit('/').next().unwrap_or(class);
            message.as_ref().map_or_else(|| class.to_owned(), |m| format!("{class}: {m}"))
        }
        Trap::Unsupported(reason) | Trap::Defect(reason) => reason.clone(),
        other => format!("{other:?}"),
    }
}
