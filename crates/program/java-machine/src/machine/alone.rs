//! Support for running threads one by one, each in a state of its own: which values a thread may read, and
//! which actions it must not perform.

use super::ghosts::Shape;
use super::ghosts::is_asked_for;
use super::{JavaMachine, JavaState, Standing, Visibility};
use crate::location::{may_refer, place_of, raw_of};
use event::{Action, Loc, MonitorId, ThreadId, Value};
use jvm::class::{Kind, MethodRef};
use jvm::heap::Ref;
use jvm::library::HEADER;
use jvm::state::Status;
use std::sync::atomic::Ordering;
use triomphe::Arc;

/// Whether a thread that runs alone can continue with a value that it reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readable {
    /// It can continue.
    Yes,
    /// No location of this type holds such a value.
    Never,
    /// It is a reference to an object of another thread whose contents are read from the heap without
    /// actions; its class.
    Foreign(String),
}

impl JavaMachine {
    /// Whether what each thread did followed from its own actions and their answers in all states reached
    /// ([`event::Machine::is_predictable`]), and with it the outcome of a whole execution. What was observed
    /// on the way may be known earlier or later; it is the same in the end, since observations that meet are
    /// a fact.
    pub fn is_determined(&self) -> bool {
        // Whether a test's results are used by one thread only shows when all have ended.
        let has_results = self.options.results.is_some();
        matches!(self.visibility, Visibility::Latest | Visibility::Ordered | Visibility::Past)
            && !has_results
            && self.facts.are_local()
            && !self.is_unpredictable.load(Ordering::Relaxed)
    }

    /// Treats a thread as ended, without running it. Valid only where its effects are answered by the engine
    /// and not looked up in the heap.
    pub fn end_unseen(&self, state: &mut JavaState, thread: ThreadId) {
        let Some(ended) = state.vm.threads.get_mut(thread.index()) else { return };
        let ended = Arc::make_mut(ended);
        ended.status = Status::Ended;
        ended.frames.clear();
        ended.stack.clear();
        state.standing[thread.index()] = Standing::Ended;
    }

    /// Records the assertions that threads reach ([`JavaMachine::has_asserted`]).
    pub fn noting_assertions(mut self, notes: bool) -> JavaMachine {
        self.notes_assertions = notes;
        self
    }

    /// Whether a thread has reached one of these assertions of the method with this class, name and
    /// descriptor.
    pub fn has_asserted(
        &self,
        state: &JavaState,
        thread: ThreadId,
        (class, name, descriptor): (&str, &str, &str),
        offsets: &[u16],
    ) -> bool {
        let is_it = |(method, offset): &(MethodRef, u16)| {
            offsets.contains(offset)
                && *method.class.name == *class
                && **self.lib.text(method.name) == *name
                && **self.lib.text(method.descriptor) == *descriptor
        };
        state.vm.threads.get(thread.index()).is_some_and(|t| t.notes.asserted.iter().any(is_it))
    }

    /// How many threads have been started, the main thread included.
    pub fn started(state: &JavaState) -> usize {
        state.vm.threads.len()
    }

    /// Whether a thread is in a constructor that will freeze final fields.
    pub fn will_freeze(&self, state: &JavaState, thread: ThreadId) -> bool {
        let frames = state.vm.threads.get(thread.index()).map(|t| t.frames.iter());
        frames.into_iter().flatten().any(|frame| {
            let class = frame.method.class;
            let is_constructor = **self.lib.text(frame.method.name) == *"<init>";
            let mut fields = class.fields().iter();
            crate::policy::has_source(class)
                && is_constructor
                && fields.any(|f| !f.is_static() && f.is_final())
        })
    }

    /// Whether another thread owns a monitor.
    pub fn is_held_by_another(state: &JavaState, monitor: MonitorId, thread: ThreadId) -> bool {
        let owner = state.vm.monitors.get(&Ref(monitor.0)).and_then(|m| m.owner);
        owner.is_some_and(|owner| owner != thread.index())
    }

    /// The part of the class library whose own data the thread is about to use, beyond single accesses on
    /// behalf of the program: its behaviour may then depend on plain data that is read from the heap without
    /// actions.
    pub fn uses_library(&self, state: &JavaState, thread: ThreadId, action: &Action) -> Option<String> {
        let (object, offset) = match action {
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => place_of(*loc),
            Action::Lock(monitor) | Action::Unlock(monitor) => (Ref(monitor.0), HEADER * 8),
            _ => return None,
        };
        if !self.is_trusted(&state.vm, object, offset) {
            return None;
        }
        let frames = &state.vm.threads.get(thread.index())?.frames;
        let own = frames.iter().rposition(|f| crate::policy::has_source(f.method.class)).map_or(0, |i| i + 1);
        let library = frames[own..].iter().map(|f| f.method.class).find(|class| !class.is_hidden);
        let library = library.filter(|class| !is_access(&class.name))?;
        Some(library.external_name())
    }

    /// Whether a thread that runs alone can continue with a value that it reads.
    pub fn readable(&self, state: &JavaState, loc: Loc, value: Value) -> Readable {
        let place = self.place(&state.vm, loc);
        // Values other than long and double are kept as the lowest 32 bits of a number, extended like an int.
        let int = i64::from(value.0 as i32);
        let (low, high) = match place.kind {
            Kind::Reference if value.0 == 0 => return Readable::Yes,
            Kind::Reference if !may_refer(value) => return Readable::Never,
            Kind::Reference => return self.readable_reference(state, Ref(raw_of(value, true))),
            Kind::Long | Kind::Double => return Readable::Yes,
            Kind::Boolean => (0, 1),
            Kind::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
            Kind::Char => (0, i64::from(u16::MAX)),
            Kind::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Kind::Int | Kind::Float | Kind::Void => (i64::from(i32::MIN), i64::from(i32::MAX)),
        };
        let fits = (0..=i64::from(u32::MAX)).contains(&value.0) && (low..=high).contains(&int);
        if fits { Readable::Yes } else { Readable::Never }
    }

    fn readable_reference(&self, state: &JavaState, object: Ref) -> Readable {
        if state.vm.heap.exists(object) || state.vm.notes.ghosts.contains_key(&object) {
            return Readable::Yes;
        }
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let Some(shapes) = learnt.shapes.get(&object) else { return Readable::Never };
        let foreign = |shape: &Shape| {
            let is_bare = shape.words <= HEADER;
            let class = self.lib.class_of_id(shape.header[0] as u32);
            (!is_asked_for(class, shape.header[1]) && !is_bare).then(|| class.external_name())
        };
        shapes.iter().find_map(foreign).map_or(Readable::Yes, Readable::Foreign)
    }
}

/// Whether a class performs one access for its caller, and keeps no data of its own that is accessed without
/// actions.
fn is_access(class: &str) -> bool {
    const PAIRS: [&str; 2] = ["AtomicMarkableReference", "AtomicStampedReference"];
    let atomic = class.strip_prefix("java/util/concurrent/atomic/");
    class.starts_with("java/lang/invoke/")
        || atomic.is_some_and(|name| name.starts_with("Atomic") && !PAIRS.iter().any(|p| name.starts_with(p)))
}
