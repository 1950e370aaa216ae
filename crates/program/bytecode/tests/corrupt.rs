//! Corrupt bytecode makes no analysis panic, and what is still accepted stays consistent.

use bytecode::kinds::{self, Kind};
use bytecode::{insn, liveness, npe};
use classfile::{Bytes, ClassFile, Handler, Jdk, Method};
use fastrand::Rng;

/// Changes a few bytes of a method's code, and sometimes its limits and handlers.
fn corrupt(random: &mut Rng, method: &mut Method) {
    let Some(code) = &mut method.code else { return };
    let mut bytes = code.bytecode.to_vec();
    for _ in 0..1 + random.usize(..3) {
        let at = random.usize(..bytes.len());
        // A byte from elsewhere in the code is more likely to make sense than a random one.
        bytes[at] = if random.usize(..2) == 0 { bytes[random.usize(..bytes.len())] } else { random.u8(..) };
    }
    if random.usize(..4) == 0 {
        bytes.truncate(1 + random.usize(..bytes.len()));
    }
    if random.usize(..4) == 0 {
        code.max_stack = random.usize(..6) as u16;
        code.max_locals = random.usize(..6) as u16;
    }
    if random.usize(..4) == 0 {
        let mut offset = || random.usize(..bytes.len() + 2) as u16;
        code.handlers.push(Handler { start: offset(), end: offset(), target: offset(), catch_type: 0 });
    }
    code.bytecode = Bytes::from(bytes);
}

/// Runs all analyses; returns whether the method was accepted.
fn analyse(class: &ClassFile, method: &Method, random: &mut Rng) -> bool {
    let Some(code) = &method.code else { return false };
    let length = code.bytecode.len();
    let found = kinds::analyse(&class.pool, method);
    let live = liveness::analyse(method);
    for _ in 0..4 {
        let _ = npe::describe(class, method, random.usize(..length + 1) as u16);
    }
    let Ok(found) = found else { return false };
    let live = live.expect("what the kinds accept has good structure");
    let starts: Vec<u16> = insn::instructions(&code.bytecode).map(|i| i.expect("accepted").offset).collect();
    for offset in 0..length as u16 {
        let Some(frame) = found.at(offset) else { continue };
        assert!(starts.contains(&offset));
        assert_eq!(frame.locals.len(), usize::from(code.max_locals));
        assert!(frame.stack.len() <= usize::from(code.max_stack));
        let mut last = Kind::Unusable;
        for kind in frame.stack {
            assert_eq!(last.is_wide(), kind == Kind::Top2, "every long and double has its second half");
            last = kind;
        }
        assert!(!last.is_wide());
        assert!(live.live_at(offset).iter().all(|local| frame.locals[usize::from(local)] != Kind::Unusable));
    }
    true
}

#[test]
fn damaged_methods_of_a_jdk_are_analysed_or_refused_without_panic() {
    let jdks = classfile::find_jdks().unwrap_or_else(|error| panic!("{error}"));
    let jdk = Jdk::open(&jdks[0].home).expect("a JDK that was found can be opened");
    let mut random = Rng::with_seed(7);
    let (mut accepted, mut refused) = (0, 0);
    for name in [
        "java/lang/String",
        "java/util/HashMap",
        "java/math/BigDecimal",
        "java/util/concurrent/ConcurrentHashMap",
    ] {
        let bytes = jdk.find_class(name).expect("a good image").expect("every JDK has it").bytes;
        let class = classfile::parse(bytes).expect("classes of a JDK are good");
        for method in class.methods.iter().filter(|m| m.code.is_some()) {
            for _ in 0..60 {
                let mut damaged = method.clone();
                corrupt(&mut random, &mut damaged);
                *(if analyse(&class, &damaged, &mut random) { &mut accepted } else { &mut refused }) += 1;
            }
        }
    }
    assert!(
        accepted > 500 && refused > 10_000,
        "{accepted} accepted and {refused} refused: too tame or too wild"
    );
}
