//! java.lang.StackWalker: frames of the running thread, in batches.
//!
//! The anchor of a walk, which Java keeps and passes back, is the index of the next frame, so that the
//! machine keeps no state. Locals and operands of frames are not shown.

use super::Native;
use super::reflect::enter_in_place;
use crate::class::MethodRef;
use crate::exception::is_hidden;
use crate::heap::Ref;
use crate::library::HEADER;
use crate::state::Then;
use crate::trap::Trap;
use crate::vm::Vm;

const SHOW_HIDDEN: i32 = 0x20;
const LIVE_FRAMES: i32 = 0x100;
const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";

/// A request from Java.
struct Request {
    mode: i32,
    /// The maximal number of frames, and their start in the array.
    most: usize,
    start: usize,
    frames: Ref,
}

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Arguments, Given};
    use Native::{Function as F, Nothing};
    // The mode was a long until release 21.
    let is_long = descriptor.starts_with("(J");
    let has_continuation = descriptor.contains("Continuation;");
    Some(match (class, name) {
        ("java/lang/StackStreamFactory", "checkStackWalkModes") => F(Arguments, |_, _| Ok(1)),
        (WALKER, "callStackWalk") => match (is_long, has_continuation) {
            (true, false) => F(Accesses, |vm, at| begin(vm, at, at + 4)),
            (true, true) => F(Accesses, |vm, at| begin(vm, at, at + 6)),
            (false, _) => F(Accesses, |vm, at| begin(vm, at, at + 5)),
        },
        // It returns the end of the batch until release 21, its length since.
        (WALKER, "fetchStackFrames") if is_long => {
            F(Given("buffers of the walk, which belongs to the thread that walks"), |vm, at| {
                let start = vm.arg_int(at + 6).max(0) as u64;
                Ok(start + next(vm, at, at + 3, at + 5)?)
            })
        }
        (WALKER, "fetchStackFrames") => {
            F(Given("buffers of the walk, which belongs to the thread that walks"), |vm, at| {
                next(vm, at, at + 2, at + 5)
            })
        }
        (WALKER, "setContinuation") => Nothing,
        // The frame info is complete from the start.
        ("java/lang/StackFrameInfo", "expandStackFrameInfo") => Nothing,
        ("java/lang/StackTraceElement", "initStackTraceElement") => {
            F(Given("an element that is being made"), element)
        }
        _ => return None,
    })
}

/// Reads a request whose last three arguments begin at `last`.
fn request(vm: &Vm<'_>, at: usize, last: usize) -> Result<Request, Trap> {
    let request = Request {
        mode: vm.arg_int(at + 1),
        most: vm.arg_int(last).max(0) as usize,
        start: vm.arg_int(last + 1).max(0) as usize,
        frames: vm.arg_object(last + 2)?,
    };
    if request.mode & LIVE_FRAMES != 0 {
        return Err(Trap::Unsupported("a StackWalker that shows locals".into()));
    }
    Ok(request)
}

/// `callStackWalk`: fills the first batch, then Java continues in `doStackWalk`, whose result is the result.
fn begin(vm: &mut Vm<'_>, at: usize, last: usize) -> Result<u64, Trap> {
    let request = request(vm, at, last)?;
    let base = vm.system_class(WALKER)?;
    let is_walker = |m: MethodRef| m.class.is_subtype(base) || &*m.class.name == "java/lang/StackWalker";
    let own = vm.th.frames.iter().rev().take_while(|f| is_walker(f.method)).count();
    let (filled, anchor) = fill(vm, &request, vm.th.frames.len() - own)?;
    let method = vm.system_method(WALKER, "doStackWalk", "(JIIII)Ljava/lang/Object;")?;
    let (start, end) = (request.start as u64, (request.start + filled) as u64);
    let arguments = [vm.arg_ref(at).0, anchor, 0, 0, filled as u64, start, end];
    enter_in_place(vm, at, method, &arguments, Then::Return)
}

/// `fetchStackFrames`: fills another batch; returns its number of frames.
fn next(vm: &mut Vm<'_>, at: usize, anchor: usize, last: usize) -> Result<u64, Trap> {
    let request = request(vm, at, last)?;
    let place = (vm.arg_long(anchor).max(1) - 1) as usize;
    let (filled, anchor) = fill(vm, &request, place.min(vm.th.frames.len()))?;
    let walker = vm.arg_ref(at);
    vm.put(walker, "anchor", anchor);
    Ok(filled as u64)
}

/// Fills in the frames below `place`. Returns how many, and the anchor of the next batch.
fn fill(vm: &mut Vm<'_>, request: &Request, place: usize) -> Result<(usize, u64), Trap> {
    let room = vm.length(request.frames).saturating_sub(request.start).min(request.most);
    let (mut filled, mut place) = (0, place);
    while place > 0 && filled < room {
        place -= 1;
        let frame = vm.th.frames[place];
        if request.mode & SHOW_HIDDEN == 0 && is_hidden(frame.method) {
            continue;
        }
        let offset = frame.code.offset(frame.pc as usize);
        tell(vm, request.frames, request.start + filled, frame.method, offset)?;
        filled += 1;
    }
    Ok((filled, place as u64 + 1))
}

/// Describes a frame in an array element: by a class, or in an object that is there already.
fn tell(vm: &mut Vm<'_>, frames: Ref, i: usize, method: MethodRef, offset: u16) -> Result<(), Trap> {
    let info = vm.element(frames, i);
    let mirror = method.class.mirror();
    let is_of_classes = vm.class_of(frames).component().is_some_and(|(c, _)| &*c.name == "java/lang/Class");
    if info.is_null() || is_of_classes {
        vm.st.heap.set_word(frames, HEADER + i, mirror.0);
        return Ok(());
    }
    let flags = vm.get(info, "flags");
    if &*vm.class_of(info).name == "java/lang/ClassFrameInfo" {
        vm.put(info, "classOrMemberName", mirror.0);
        vm.put(info, "flags", flags | u64::from(method.access));
        return Ok(());
    }
    let name = vm.literal_str(&vm.lib.text(method.name).clone())?;
    let descriptor = vm.literal_str(&vm.lib.text(method.descriptor).clone())?;
    vm.put(info, "bci", u64::from(offset));
    let member = vm.get_ref(info, "memberName");
    let holder = if member.is_null() { info } else { member };
    vm.put(holder, "name", name.0);
    vm.put(holder, "type", descriptor.0);
    if member.is_null() {
        let resolved = vm.new_resolved_name(method)?;
        vm.put(info, "classOrMemberName", resolved.0);
        vm.put(info, "flags", flags | u64::from(method.access));
        Ok(())
    } else {
        vm.set_direct_method(member, method)
    }
}

/// `StackTraceElement.initStackTraceElement(StackTraceElement, StackFrameInfo)`.
fn element(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (element, info) = (vm.arg_object(at)?, vm.arg_object(at + 1)?);
    let member = vm.get_ref(info, "memberName");
    let resolved =
        if member.is_null() { vm.get_ref(info, "classOrMemberName") } else { vm.get_ref(member, "method") };
    if let Some(method) = vm.method_of_resolved(resolved) {
        let offset = (!method.is_native()).then(|| vm.get(info, "bci") as u16);
        vm.fill_stack_trace_element(element, method, offset)?;
    }
    Ok(0)
}
