//! Throwables that the machine creates, backtraces, and the text of frames (JLS 11,
//! java.lang.StackTraceElement).

use crate::class::{ClassRef, Kind, Loader, MethodRef, Resolved};
use crate::code::op;
use crate::heap::Ref;
use crate::library::HEADER;
use crate::state::{Init, Thread};
use crate::trap::{NULL_POINTER, Trap};
use crate::vm::Vm;

/// The number of frames of a backtrace that HotSpot keeps.
const DEPTH: usize = 1024;
/// Stands for the offset in a native method.
const NATIVE: u32 = u32::MAX;

impl Vm<'_> {
    /// Creates a throwable of the class library as its constructor would, with the current stack as its
    /// backtrace.
    pub(crate) fn new_throwable(
        &mut self,
        class: &str,
        message: Option<String>,
        cause: Option<Ref>,
    ) -> Result<Ref, Trap> {
        let class = self.system_class(class)?;
        let mut at = Some(class);
        // The classes that the machine raises have no initialiser that a program could notice.
        while let Some(c) = at.filter(|c| self.st.init(c) == Init::Linked) {
            self.st.set_init(c, Init::Done);
            at = c.superclass;
        }
        let throwable = self.lib.known().throwable;
        let exception = self.new_object(class)?;
        if let Some(message) = message {
            let text = self.new_string(&message)?;
            self.put(exception, "detailMessage", text.0);
        }
        let is_target = &*class.name == "java/lang/reflect/InvocationTargetException";
        match cause {
            Some(cause) if is_target => self.put(exception, "target", cause.0),
            Some(cause) => self.put(exception, "cause", cause.0),
            None => self.put(exception, "cause", exception.0),
        }
        let (stack, suppressed) = (
            self.get_static(throwable, "UNASSIGNED_STACK"),
            self.get_static(throwable, "SUPPRESSED_SENTINEL"),
        );
        self.put(exception, "stackTrace", stack);
        self.put(exception, "suppressedExceptions", suppressed);
        // As the constructor leaves it: what was null is computed on demand (the second name until release
        // 24). For an instruction in a hidden frame, which the stack trace does not show, there is no
        // message.
        let shown = self.th.frames.last().is_none_or(|frame| !is_hidden(frame.method));
        let traces = if shown { 1 } else { 2 };
        self.put(exception, "extendedMessageState", traces);
        self.put(exception, "numStackTracesFilledIn", traces);
        self.fill_backtrace(exception)?;
        Ok(exception)
    }

    /// `Throwable.fillInStackTrace`: records the stack in the throwable, without the calls that construct it.
    pub(crate) fn fill_backtrace(&mut self, exception: Ref) -> Result<(), Trap> {
        let class = self.class_of(exception);
        let mut entries = Vec::new();
        let (fill, init) = (self.lib.symbol("fillInStackTrace"), self.lib.symbol("<init>"));
        if let Some(native) = self.native.take().filter(|m| m.name != fill) {
            entries.push((native, NATIVE));
        }
        let mut constructing = true;
        for (i, frame) in self.th.frames.iter().enumerate().rev() {
            let method = frame.method;
            if constructing
                && ((method.name == fill && entries.is_empty())
                    || (method.name == init && class.is_subtype(method.class)))
            {
                continue;
            }
            constructing = false;
            if !is_hidden(method) {
                entries.push((method, u32::from(frame.code.offset(frame.pc as usize))));
            }
            if let Some(native) = i.checked_sub(1).and_then(|caller| self.native_called(caller)) {
                entries.push((native, NATIVE));
            }
            if entries.len() >= DEPTH {
                break;
            }
        }
        let array = self.new_array(self.lib.primitive_array(Kind::Long), entries.len())?;
        for (i, (method, offset)) in entries.iter().enumerate() {
            let word = u64::from(method.id) << 32 | u64::from(*offset);
            self.st.heap.set_word(array, HEADER + i, word);
        }
        self.put(exception, "backtrace", array.0);
        self.put(exception, "depth", entries.len() as u64);
        let stack = self.get_static(self.lib.known().throwable, "UNASSIGNED_STACK");
        self.put(exception, "stackTrace", stack);
        Ok(())
    }

    /// The native method that a frame is calling, if any. It has no frame of its own, whatever Java code it
    /// runs.
    pub(crate) fn native_called(&self, caller: usize) -> Option<MethodRef> {
        self.native_called_by(&self.th, caller)
    }

    /// The same for any thread.
    pub(crate) fn native_called_by(&self, thread: &Thread, caller: usize) -> Option<MethodRef> {
        let frame = thread.frames.get(caller)?;
        let word = frame.code.at(frame.pc as usize);
        let operand = (word >> 32) as usize;
        let method = match word as u8 {
            op::INVOKESTATIC_Q | op::INVOKEDIRECT_Q => {
                match frame.method.class.resolved.get(operand)?.get()? {
                    Resolved::Method(method) => *method,
                    _ => return None,
                }
            }
            // Only the innermost frame still has its receiver.
            op::INVOKEVIRTUAL_Q if caller + 1 == thread.frames.len() => {
                let slots = (word >> 8) as usize & 0xff_ffff;
                let receiver = Ref(*thread.stack.get((frame.sp as usize).checked_sub(slots)?)?);
                *self.class_of(receiver).vtable.get()?.get(operand)?
            }
            _ => return None,
        };
        method.is_native().then_some(method)
    }

    /// The entries of a backtrace: method and bytecode offset, `None` in a native method.
    pub fn backtrace(&self, array: Ref) -> Vec<(MethodRef, Option<u16>)> {
        if array.is_null() {
            return Vec::new();
        }
        let words = (0..self.length(array)).map(|i| self.st.heap.word(array, HEADER + i));
        words
            .filter_map(|word| {
                let offset = word as u32;
                let method = self.lib.method_of_id((word >> 32) as u32)?;
                Some((method, (offset != NATIVE).then_some(offset as u16)))
            })
            .collect()
    }

    /// The Java stack, innermost call first, as a stack trace shows it.
    pub(crate) fn stack_lines(&self) -> Vec<String> {
        let frames = self.th.frames.iter().rev().filter(|f| !is_hidden(f.method));
        frames.map(|f| self.frame_line(f.method, Some(f.code.offset(f.pc as usize)))).collect()
    }

    /// One line of a stack trace.
    pub(crate) fn frame_line(&self, method: MethodRef, offset: Option<u16>) -> String {
        let class = method.class;
        let module = if class.loader == Loader::BOOT { "java.base/" } else { "" };
        let file = class.file().and_then(|f| f.source_file.clone());
        let place = match (offset, file) {
            (None, _) => "Native Method".to_owned(),
            (Some(_), None) => "Unknown Source".to_owned(),
            (Some(offset), Some(file)) => match line_of(method, offset) {
                Some(line) => format!("{file}:{line}"),
                None => file.to_string(),
            },
        };
        format!("{module}{}.{}({place})", class.external_name(), self.lib.text(method.name))
    }

    /// An exception as text: class and message, and its causes, of which there may be many, even a cycle.
    pub fn describe_exception(&self, exception: Ref) -> String {
        const MOST_CAUSES: usize = 20;
        let (mut text, mut seen, mut next) = (String::new(), Vec::new(), exception);
        while !next.is_null() && !seen.contains(&next) {
            if !seen.is_empty() {
                text += "\nCaused by: ";
            }
            if seen.len() > MOST_CAUSES {
                return text + "…";
            }
            seen.push(next);
            text += &self.class_of(next).external_name();
            let message = self.get_ref(next, "detailMessage");
            let message = match message.is_null() {
                true if &*self.class_of(next).name == NULL_POINTER => self.null_message(next),
                true => None,
                false => Some(self.text(message)),
            };
            text += &message.map(|message| format!(": {message}")).unwrap_or_default();
            for (method, offset) in self.backtrace(self.get_ref(next, "backtrace")) {
                text += &format!("\n\tat {}", self.frame_line(method, offset));
            }
            next = self.get_ref(next, "cause");
        }
        text
    }

    /// JEP 358: what was null, derived from the bytecode that failed.
    pub(crate) fn null_message(&self, exception: Ref) -> Option<String> {
        let (method, offset) = *self.backtrace(self.get_ref(exception, "backtrace")).first()?;
        crate::null::describe(method.class.file()?, method.file()?, offset?)
    }

    /// Records why the initialisation of a class failed: the cause of the errors at later uses.
    pub(crate) fn note_failure(&mut self, class: ClassRef, exception: Ref) -> Result<(), Trap> {
        let name = self.class_of(exception).external_name();
        let message = self.get_ref(exception, "detailMessage");
        let message = if message.is_null() { String::new() } else { format!(": {}", self.text(message)) };
        let thread = self.thread_name(self.th.current);
        let text = format!("Exception {name}{message} [in thread \"{thread}\"]");
        let cause = self.new_throwable("java/lang/ExceptionInInitializerError", Some(text), None)?;
        for field in ["backtrace", "depth"] {
            let value = self.get(exception, field);
            self.put(cause, field, value);
        }
        triomphe::Arc::make_mut(&mut self.st.failures).insert(class.id, cause);
        Ok(())
    }

    /// Reports that the handler of an uncaught exception failed itself, as HotSpot does.
    pub(crate) fn handler_failed(&mut self, exception: Ref) {
        let name = self.class_of(exception).external_name();
        let thread = self.thread_name(self.th.object);
        let text =
            format!("\nException: {name} thrown from the UncaughtExceptionHandler in thread \"{thread}\"\n");
        triomphe::Arc::make_mut(&mut self.st.output.pieces).push((2, text.into_bytes()));
    }

    /// The error for a class that code refers to and that a loader did not find (JVMS 5.3.1).
    pub(crate) fn class_not_found(
        &mut self,
        exception: Ref,
        name: crate::symbol::Symbol,
    ) -> Result<Ref, Trap> {
        let expected = self.system_class("java/lang/ClassNotFoundException")?;
        if self.is_asked_for(&self.lib.text(name).clone()) || !self.class_of(exception).is_subtype(expected) {
            return Ok(exception);
        }
        let name = self.lib.text(name).to_string();
        self.new_throwable("java/lang/NoClassDefFoundError", Some(name), Some(exception))
    }

    /// A bootstrap method failed: errors stay as they are, exceptions are wrapped (JVMS 5.4.3.6).
    pub(crate) fn bootstrap_failed(&mut self, exception: Ref) -> Result<Ref, Trap> {
        let error = self.system_class("java/lang/Error")?;
        if self.class_of(exception).is_subtype(error) {
            return Ok(exception);
        }
        let message = Some("CallSite bootstrap method initialization exception".to_owned());
        self.new_throwable("java/lang/BootstrapMethodError", message, Some(exception))
    }

    /// Fills a `StackTraceElement`.
    pub(crate) fn fill_stack_trace_element(
        &mut self,
        element: Ref,
        method: MethodRef,
        offset: Option<u16>,
    ) -> Result<(), Trap> {
        let class = method.class;
        let name = self.literal_str(&class.external_name())?;
        self.put(element, "declaringClass", name.0);
        self.put(element, "declaringClassObject", class.mirror().0);
        let name = self.literal_str(self.lib.text(method.name).as_ref())?;
        self.put(element, "methodName", name.0);
        if let Some(file) = class.file().and_then(|f| f.source_file.clone()) {
            let file = self.literal_str(&file)?;
            self.put(element, "fileName", file.0);
        }
        let line = match offset {
            None => -2,
            Some(offset) => line_of(method, offset).map_or(-1, i32::from),
        };
        self.put(element, "lineNumber", u64::from(line as u32));
        if class.loader == Loader::BOOT {
            let module = self.module_name(class);
            let module = self.literal_str(&module)?;
            self.put(element, "moduleName", module.0);
            let version = self.literal_str(&self.lib.jdk.version.clone())?;
            self.put(element, "moduleVersion", version.0);
        } else if class.loader == Loader::APP {
            let loader = self.literal_str("app")?;
            self.put(element, "classLoaderName", loader.0);
        }
        // Built-in loader, module of the JDK: neither the loader's name nor the module's version is shown.
        self.put(element, "format", 3);
        Ok(())
    }

    /// The module of a class of the class library.
    pub(crate) fn module_name(&self, class: ClassRef) -> String {
        let package = class.package();
        self.lib.jdk.module_of_package(package).ok().flatten().unwrap_or_else(|| "java.base".to_owned())
    }
}

/// Whether stack traces leave out a method's frames: classes generated for lambdas and the like, glue of
/// `java.lang.invoke` and of threads.
pub(crate) fn is_hidden(method: MethodRef) -> bool {
    const HIDDEN: &[&str] = &["Ljdk/internal/vm/annotation/Hidden;", "Ljava/lang/invoke/LambdaForm$Hidden;"];
    method.class.is_hidden || crate::handle::has_annotation(method, HIDDEN)
}

/// The source line of an offset.
pub fn line_of(method: MethodRef, offset: u16) -> Option<u16> {
    let lines = &method.file()?.code.as_ref()?.lines;
    let after = lines.partition_point(|&(start, _)| start <= offset);
    after.checked_sub(1).map(|i| lines[i].1)
}
