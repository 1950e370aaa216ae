//! The references that a state holds outside its heap: frames, monitors, what threads wait for.
//!
//! Slots of frames are untyped; the types come from the bytecode ([`bytecode::kinds`]), as does which locals
//! are still read ([`bytecode::liveness`]). **Promises**: every reference that the program or the machine can
//! still use is visited, as a place that may be updated; dead locals are cleared, so that no name of a freed
//! object stays behind. **Does not** visit references inside objects (see `layout.rs`).

use crate::code::Code;
use crate::handle::Linking;
use crate::heap::Ref;
use crate::state::{Frame, Midway, State, Status, Then, Thread, Woken};
use bytecode::kinds::{FrameKinds, Kind, Kinds};
use bytecode::liveness::Liveness;
pub use bytecode::liveness::LocalSet;
use bytecode::loops::Loops;
use std::sync::OnceLock;
use triomphe::Arc;

/// The bytecode of a method on the stack does not determine the types of its slots: a verifier would reject
/// it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the frames of {method} cannot be read: {reason}")]
pub struct Unmapped {
    /// The method.
    pub method: String,
    /// What is wrong with it.
    pub reason: String,
}

/// What a slot of a frame holds, if it can still be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Nothing that is ever read.
    Dead,
    /// A number.
    Value,
    /// A reference.
    Reference,
}

/// The contents of the slots of a method's frames, by instruction.
pub struct Maps {
    kinds: Kinds,
    liveness: Liveness,
    /// For each instruction the locals, then the operands; computed on first use.
    at: Box<[OnceLock<Option<Map>>]>,
    /// Its loops, computed on first use.
    loops: OnceLock<Option<Loops>>,
}

type Map = Box<[Slot]>;

impl Maps {
    fn new(code: &Code) -> Result<Maps, String> {
        let (Some(file), Some(method)) = (code.method.class.file(), code.method.file()) else {
            return Err("it has no class file".to_owned());
        };
        let kinds = bytecode::kinds::analyse(&file.pool, method).map_err(|error| error.to_string())?;
        let liveness = bytecode::liveness::analyse(method).map_err(|error| error.to_string())?;
        let at = code.offsets.iter().map(|_| OnceLock::new()).collect();
        Ok(Maps { kinds, liveness, at, loops: OnceLock::new() })
    }

    fn make(&self, offset: u16) -> Option<Map> {
        let mut frame = FrameKinds::default();
        if !self.kinds.at_into(offset, &mut frame) {
            return None;
        }
        let live = self.liveness.live_at(offset);
        let slot = |kind: &Kind| match kind {
            Kind::Unusable | Kind::Top2 => Slot::Dead,
            Kind::Ref => Slot::Reference,
            _ => Slot::Value,
        };
        let local = |(i, kind): (usize, &Kind)| if live.contains(i as u16) { slot(kind) } else { Slot::Dead };
        Some(frame.locals.iter().enumerate().map(local).chain(frame.stack.iter().map(slot)).collect())
    }
}

/// What the slots of a frame hold: locals, then operands. A caller's frame has fewer operands than its
/// instruction found, since arguments belong to the callee.
#[inline]
pub fn slots(frame: &Frame) -> Result<&'static [Slot], Unmapped> {
    let code: &'static Code = frame.code;
    let refuse = |reason: &str| Unmapped { method: format!("{:?}", frame.method), reason: reason.to_owned() };
    let maps = match code.maps.get_or_init(|| Maps::new(code)) {
        Ok(maps) => maps,
        Err(reason) => return Err(refuse(reason)),
    };
    let pc = frame.pc as usize;
    let known = maps.at.get(pc).and_then(|map| map.get_or_init(|| maps.make(code.offset(pc))).as_deref());
    let Some(all) = known else { return Err(refuse("an instruction that cannot be reached is executed")) };
    let height = (frame.sp - frame.base) as usize;
    all.get(..height).ok_or_else(|| refuse("more operands than its instructions push"))
}

/// The locals used by the loop that a frame is in; `None` if it is in no loop, or that is unknown.
pub fn used_in_loop(frame: &Frame) -> Option<&'static LocalSet> {
    let code: &'static Code = frame.code;
    let maps = code.maps.get_or_init(|| Maps::new(code)).as_ref().ok()?;
    let loops = maps.loops.get_or_init(|| bytecode::loops::analyse(code.method.file()?).ok());
    loops.as_ref()?.used_around(code.offset(frame.pc as usize))
}

impl State {
    /// Visits every reference of the state outside the heap, in a fixed order.
    pub(crate) fn visit_roots(&mut self, visit: &mut impl FnMut(&mut Ref)) -> Result<(), Unmapped> {
        for thread in &mut self.threads {
            visit_thread(Arc::make_mut(thread), visit)?;
        }
        if !self.monitors.is_empty() {
            let monitors = std::mem::take(&mut self.monitors).into_iter();
            let visited = monitors.map(|(mut object, monitor)| {
                visit(&mut object);
                (object, monitor)
            });
            self.monitors = visited.collect();
        }
        if !self.interned.is_empty() {
            Arc::make_mut(&mut self.interned).values_mut().for_each(&mut *visit);
        }
        if !self.call_sites.is_empty() {
            let sites = Arc::make_mut(&mut self.call_sites).values_mut();
            sites.for_each(|site| visit(&mut site.appendix));
        }
        if !self.failures.is_empty() {
            Arc::make_mut(&mut self.failures).values_mut().for_each(&mut *visit);
        }
        if !self.modules.is_empty() {
            Arc::make_mut(&mut self.modules).values_mut().for_each(&mut *visit);
        }
        if !self.outside.is_empty() {
            Arc::make_mut(&mut self.outside).values_mut().for_each(&mut *visit);
        }
        if !self.loaders.is_empty() {
            Arc::make_mut(&mut self.loaders).iter_mut().for_each(&mut *visit);
        }
        Ok(())
    }
}

fn visit_thread(thread: &mut Thread, visit: &mut impl FnMut(&mut Ref)) -> Result<(), Unmapped> {
    visit(&mut thread.object);
    visit(&mut thread.current);
    visit(&mut thread.cache);
    thread.defined.iter_mut().for_each(|(bytes, _)| visit(bytes));
    if let Err(exception) = &mut thread.result {
        visit(exception);
    }
    match &mut thread.status {
        Status::Blocked(object) | Status::Waiting { object, .. } => visit(object),
        Status::Runnable
        | Status::Parked { .. }
        | Status::Sleeping { .. }
        | Status::Initialising(_)
        | Status::Ended => {}
    }
    match &mut thread.woken {
        Some(Woken::Wait { object, .. }) => visit(object),
        Some(Woken::Park | Woken::Sleep { .. }) | None => {}
    }
    match &mut thread.midway {
        Some(
            Midway::Unwinding { exception: object, .. }
            | Midway::Uncaught(object)
            | Midway::HandlerFailed(object)
            | Midway::Unhandled(object)
            | Midway::Leaving { object, .. }
            | Midway::Returning { object, .. }
            | Midway::Cloning { copy: object, .. }
            | Midway::Parts { object, .. },
        ) => visit(object),
        // No garbage is collected while an observed thread is copying.
        Some(
            Midway::Copying { .. }
            | Midway::Freezing(_)
            | Midway::Interrupted
            | Midway::Half(_)
            | Midway::Enters,
        )
        | None => {}
    }
    for frame in &mut thread.frames {
        visit(&mut frame.lock);
        visit_then(&mut frame.then, visit);
        let slots = slots(frame)?;
        let base = frame.base as usize;
        let values = thread.stack.get_mut(base..base + slots.len()).unwrap_or_default();
        for (slot, value) in slots.iter().zip(values) {
            match slot {
                Slot::Value => {}
                Slot::Dead => *value = 0,
                Slot::Reference => {
                    let mut object = Ref(*value);
                    visit(&mut object);
                    *value = object.0;
                }
            }
        }
    }
    Ok(())
}

/// Visits the references in what a frame does on return. Every case is written out, so that a new one is not
/// forgotten.
fn visit_then(then: &mut Then, visit: &mut impl FnMut(&mut Ref)) {
    match then {
        Then::Constructed(object)
        | Then::ConstructedHere(object)
        | Then::Store { object, .. }
        | Then::Linked(Linking { array: object, .. }) => visit(object),
        Then::Return
        | Then::Again
        | Then::Initialised(..)
        | Then::Box(_)
        | Then::BoxHere(_)
        | Then::Finish
        | Then::ThreadEnds
        | Then::ThreadDispatched
        | Then::ThreadEnded
        | Then::Loaded(..)
        | Then::Cast(_)
        | Then::Drop
        | Then::InvokeAs { .. } => {}
    }
}
