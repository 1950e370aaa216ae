//! What reports show of a state: places in the source, output, why a thread failed or waits.

use super::{JavaMachine, JavaState};
use crate::location::loc_of;
use event::{Failure, Gap, Loc, LocKind, Machine, MonitorId, Site, ThreadId, Value};
use jvm::class::{Kind, MethodRef};
use jvm::exception::line_of;
use jvm::heap::Ref;
use jvm::state::Midway;
use jvm::trace::View;
use jvm::vm::Vm;
use std::collections::BTreeMap;

/// The uncaught exception.
fn uncaught(midway: Option<Midway>) -> Option<Ref> {
    match midway? {
        Midway::Uncaught(exception) | Midway::HandlerFailed(exception) | Midway::Unhandled(exception) => {
            Some(exception)
        }
        _ => None,
    }
}

impl JavaMachine {
    /// The place in the source where a thread stands.
    pub(super) fn site_of(&self, state: &JavaState, thread: ThreadId) -> Site {
        let Some(stopped) = state.vm.threads.get(thread.index()) else { return Site::default() };
        if let Some(printed) = &stopped.notes.printed {
            let Some((method, offset, called)) = printed.at else { return Site::default() };
            let via = called.map_or_else(String::new, |m| self.method_name(m));
            return Site { via, ..self.site_at(method, offset) };
        }
        if let Some(exception) = uncaught(stopped.midway) {
            let calls = self.thrown_at(state, thread, exception);
            let own =
                calls.iter().find(|(method, _)| crate::policy::has_source(method.class)).or(calls.first());
            return own.map_or_else(Site::default, |(m, offset)| self.site_at(m, offset.unwrap_or_default()));
        }
        let own = stopped.frames.iter().rposition(|f| crate::policy::has_source(f.method.class));
        let Some(own) = own else { return Site::default() };
        let frame = &stopped.frames[own];
        let called = stopped.frames.get(own + 1).map(|f| f.method);
        let via = called.map_or_else(String::new, |m| self.method_name(m));
        Site { via, ..self.site_at(frame.method, frame.code.offset(frame.pc as usize)) }
    }

    /// Whether a location is a plain `long` or `double` that is accessed whole, although the JLS would allow
    /// halves (17.7).
    pub fn is_taken_whole(&self, state: &JavaState, loc: Loc) -> bool {
        let place = self.place(&state.vm, loc);
        !self.options.tearing
            && matches!(place.kind, Kind::Long | Kind::Double)
            && self.loc_kind(&place) == LocKind::Plain
    }

    /// The text that the value of an external action stands for.
    pub fn output_text(&self, value: Value) -> Option<String> {
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let pieces = learnt.printed.get(&value)?;
        Some(pieces.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect())
    }

    /// Whether a search has met opaque, acquire or release accesses, or plain accesses among volatile ones.
    pub fn uses_weak_modes(&self) -> bool {
        self.uses.values().any(|uses| uses.weaker || uses.plain)
    }

    /// Whether a search has met fences.
    pub fn uses_any_fences(&self) -> bool {
        self.facts.fences != 0
    }

    /// Whether a search has met fences of the class library's own code. Some of it relies on more than its
    /// fences promise: `ConcurrentSkipListMap.get` reads what it returns by plain reads after them.
    pub fn library_uses_fences(&self) -> bool {
        self.facts.library_fences
    }

    /// The unsupported features that were met, each with the Java stack.
    pub fn gaps(&self) -> Vec<Gap> {
        self.learnt.lock().expect("no panic while facts are learnt").gaps.iter().cloned().collect()
    }

    /// What the program has printed in this state, in pieces: standard output (1) or standard error (2), and
    /// bytes.
    pub fn output(state: &JavaState) -> &[(u8, Vec<u8>)] {
        &state.vm.output.pieces
    }

    /// The exit status, if the program ended by `System.exit`.
    pub fn exit(state: &JavaState) -> Option<i32> {
        state.vm.exit
    }

    /// The description and the stack of the exception that a thread is failing with.
    pub fn exception(&self, state: &JavaState, thread: ThreadId) -> Option<(String, Vec<String>)> {
        let midway = state.vm.threads.get(thread.index())?.midway;
        let exception = uncaught(midway)?;
        let mut copy = state.vm.clone();
        let vm = Vm::new(self.lib, &mut copy, &self.options.vm, thread.index());
        let text = vm.describe_exception(exception);
        vm.finish();
        let line = |(method, offset): (MethodRef, Option<u16>)| {
            let site = self.site_at(method, offset.unwrap_or_default());
            format!("{}({}:{})", site.text, site.file, site.line)
        };
        Some((text, self.thrown_at(state, thread, exception).into_iter().map(line).collect()))
    }

    /// Where an exception was thrown, innermost call first.
    fn thrown_at(
        &self,
        state: &JavaState,
        thread: ThreadId,
        exception: Ref,
    ) -> Vec<(MethodRef, Option<u16>)> {
        let mut copy = state.vm.clone();
        let vm = Vm::new(self.lib, &mut copy, &self.options.vm, thread.index());
        vm.backtrace(vm.get_ref(exception, "backtrace"))
    }

    fn site_at(&self, method: MethodRef, offset: u16) -> Site {
        let file = method.class.file().and_then(|f| f.source_file.clone()).unwrap_or_default();
        let line = line_of(method, offset).map_or(0, u32::from);
        Site { file: file.to_string(), line, column: 0, text: self.method_name(method), via: String::new() }
    }

    fn method_name(&self, method: MethodRef) -> String {
        // The names of hidden classes end in a number.
        let class = method.class.external_name();
        format!("{}.{}", class.split("/0x").next().unwrap_or_default(), self.lib.text(method.name))
    }

    /// The description of the exception that a thread failed with, if known; otherwise its class.
    pub fn said(&self, thread: ThreadId, failure: &Failure) -> String {
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        learnt.said.get(&(thread, failure.clone())).cloned().unwrap_or_else(|| failure.class().to_owned())
    }

    /// What a thread waits for, in words.
    pub fn waits_for(&self, state: &JavaState, thread: ThreadId) -> String {
        let mut copy = state.vm.clone();
        Vm::new(self.lib, &mut copy, &self.options.vm, thread.index()).what_for()
    }

    /// The owner of a monitor, even if it entered before there was a second thread.
    pub fn owner(&self, state: &JavaState, monitor: MonitorId) -> Option<ThreadId> {
        let owner = state.vm.monitors.get(&Ref(monitor.0))?.owner?;
        Some(ThreadId(owner as u16))
    }

    /// The name of a class; for hidden classes without the number that alone distinguishes them.
    pub fn class_name(&self, id: u32) -> String {
        let name = self.lib.class_of_id(id).external_name();
        match name.split_once("$$Lambda") {
            Some((class, _)) => format!("a lambda of {class}"),
            None => name.split("/0x").next().unwrap_or_default().to_owned(),
        }
    }

    /// Unique names for the threads of a state: threads that the program gives the same name, and virtual
    /// threads without a name, are numbered.
    pub fn thread_names(&self, state: &JavaState) -> BTreeMap<ThreadId, String> {
        let view = View { lib: self.lib, state: &state.vm };
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut names: BTreeMap<ThreadId, String> = BTreeMap::new();
        for (number, thread) in state.vm.threads.iter().enumerate() {
            let id = ThreadId(number as u16);
            let name = self.thread_name(id);
            let is_virtual = !thread.object.is_null() && view.is_virtual(thread.object);
            let name = match name.as_str() {
                "" if is_virtual => "virtual".to_owned(),
                "" => "unnamed".to_owned(),
                _ => name,
            };
            *counts.entry(name.clone()).or_default() += 1;
            names.insert(id, name);
        }
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for name in names.values_mut() {
            if counts[name] > 1 || matches!(name.as_str(), "virtual" | "unnamed") {
                let number = seen.entry(name.clone()).or_default();
                *number += 1;
                *name = format!("{name}#{number}");
            }
        }
        names
    }

    /// A location's value in words.
    pub fn value_text(&self, state: &JavaState, loc: Loc, value: Value) -> String {
        let place = self.place(&state.vm, loc);
        let raw = crate::location::raw_of(value, place.kind == Kind::Reference);
        View { lib: self.lib, state: &state.vm }.value(place.kind, raw)
    }

    /// The location of a field or element, for tests.
    pub fn loc(object: Ref, offset: usize) -> Option<Loc> {
        loc_of(object, offset).ok()
    }
}
