//! Helpful messages for null pointers (JEP 358), in the wording of HotSpot 17 and 25.
//!
//! A message says what could not be done (`Cannot invoke "String.length()"`) and, where the bytecode shows
//! it, what was null (` because "this.name" is null`). **Promises** the same text as HotSpot for verified
//! code, including its oddities: `java.lang.StringBuilder` loses its package among parameters, a negative
//! `sipush` prints as a positive number, a cause that is neither variable, member, element nor constant
//! leaves ` because "` at the end. **Does not** know frames that a JVM hides, or whether the instruction
//! failed on null at all. In two cases it ends in `...` or gives no message where HotSpot would continue:
//! expressions nested over 200 deep, or over a mebibyte long. After an `ldc` of a dynamic constant, method
//! type or method handle it is correct where HotSpot 17 miscounts the stack.
//!
//! Which instruction pushed which slot is determined as in HotSpot (see `sources`), because what HotSpot does
//! *not* find is visible in the message.

mod names;
mod sources;

use classfile::{ClassFile, Code, Method, Pool, access};

use crate::insn::{self, Insn, Operand};
use crate::kind;
use crate::opcode::*;
use sources::Sources;

/// The number of dereferences that a cause follows back.
const MAX_DETAIL: u32 = 5;

/// The maximum nesting of expressions inside brackets.
const MAX_NESTING: u32 = 200;

/// The maximum length in bytes, beyond which there is no message.
const MAX_LENGTH: usize = 1 << 20;

/// Classes whose frames call constructors natively: a null pointer exception in them was created by
/// reflection.
const REFLECTION: [&str; 2] = [
    "jdk/internal/reflect/NativeConstructorAccessorImpl",
    "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
];

/// The message for a null pointer exception that the instruction at `offset` threw.
///
/// `None` where HotSpot has none: the instruction dereferences nothing (an explicitly thrown exception has
/// the call of its constructor as its first frame), the class calls constructors for reflection; also if the
/// code is malformed.
#[must_use]
pub fn describe(class: &ClassFile, method: &Method, offset: u16) -> Option<String> {
    if REFLECTION.contains(&&*class.name) {
        return None;
    }
    let code = method.code.as_ref()?;
    let insn = insn::decode(&code.bytecode, offset).ok()?;
    let slot = null_slot(&class.pool, &insn)?;
    let mut text = failed_action(&class.pool, &insn)?;
    let sources = Sources::find(&class.pool, code, offset);
    let mut cause = Cause { pool: &class.pool, method, code, sources: &sources, text: String::new() };
    if cause.top(offset, slot)? {
        cause.text.push_str("\" is null");
    }
    text.push_str(&cause.text);
    Some(text)
}

/// Which slot, counted from the top of the stack, holds the reference that the instruction needs.
fn null_slot(pool: &Pool, insn: &Insn<'_>) -> Option<usize> {
    match insn.opcode {
        GETFIELD | ARRAYLENGTH | ATHROW | MONITORENTER | MONITOREXIT => Some(0),
        IALOAD..=SALOAD => Some(1),
        LASTORE | DASTORE => Some(3),
        IASTORE..=SASTORE => Some(2),
        PUTFIELD => {
            let kind = kind::of_field(pool.member(insn.pool_index()?)?.descriptor)?;
            Some(1 + usize::from(kind.is_wide()))
        }
        INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE => {
            let member = pool.member(insn.pool_index()?)?;
            // In Java a constructor is never called on null: the exception was created here, not thrown.
            let dereferences = member.name != "<init>";
            let mut arguments = Vec::new();
            kind::of_method(member.descriptor, &mut arguments)?;
            dereferences.then_some(arguments.len())
        }
        _ => None,
    }
}

/// What could not be done.
fn failed_action(pool: &Pool, insn: &Insn<'_>) -> Option<String> {
    const ELEMENTS: [&str; 8] = ["int", "long", "float", "double", "object", "byte/boolean", "char", "short"];
    let element = |first: u8| ELEMENTS.get(usize::from(insn.opcode - first));
    Some(match insn.opcode {
        IALOAD..=SALOAD => format!("Cannot load from {} array", element(IALOAD)?),
        IASTORE..=SASTORE => format!("Cannot store to {} array", element(IASTORE)?),
        ARRAYLENGTH => "Cannot read the array length".to_owned(),
        ATHROW => "Cannot throw exception".to_owned(),
        MONITORENTER => "Cannot enter synchronized block".to_owned(),
        MONITOREXIT => "Cannot exit synchronized block".to_owned(),
        GETFIELD => format!("Cannot read field \"{}\"", pool.member(insn.pool_index()?)?.name),
        PUTFIELD => format!("Cannot assign field \"{}\"", pool.member(insn.pool_index()?)?.name),
        _ => format!("Cannot invoke \"{}\"", names::method(&pool.member(insn.pool_index()?)?)?),
    })
}

/// Writes what was null.
struct Cause<'a> {
    pool: &'a Pool,
    method: &'a Method,
    code: &'a Code,
    sources: &'a Sources,
    text: String,
}

/// The position of an expression, and how much of it may be written.
#[derive(Clone, Copy)]
struct Place {
    /// Dereferences that may still be followed.
    detail: u32,
    /// The number of expressions around it.
    nesting: u32,
}

/// What was written for the slot with the null.
enum Shown {
    /// An expression was written.
    Yes,
    /// Nothing sensible can be written.
    No,
}

impl Cause<'_> {
    /// Writes the cause with its introduction; returns whether the sentence needs its end. `None` if it
    /// becomes too long.
    fn top(&mut self, offset: u16, slot: usize) -> Option<bool> {
        let Some(source) = self.sources.source(offset, slot) else { return Some(false) };
        let Ok(insn) = insn::decode(&self.code.bytecode, source) else { return Some(false) };
        let call = (INVOKEVIRTUAL..=INVOKEINTERFACE).contains(&insn.opcode);
        self.text.push_str(if call { " because the return value of \"" } else { " because \"" });
        let shown = self.expression(offset, slot, Place { detail: MAX_DETAIL, nesting: 0 })?;
        // Without an expression the introduction remains, unfinished, as in HotSpot.
        Some(matches!(shown, Shown::Yes))
    }

    /// Writes the expression that pushed the given slot of the stack before `offset`.
    fn expression(&mut self, offset: u16, slot: usize, place: Place) -> Option<Shown> {
        if self.text.len() > MAX_LENGTH {
            return None;
        }
        let deeper = Place { detail: place.detail.saturating_sub(1), nesting: place.nesting + 1 };
        let Some(source) = self.sources.source(offset, slot) else { return Some(Shown::No) };
        let Ok(insn) = insn::decode(&self.code.bytecode, source) else { return Some(Shown::No) };
        if place.detail == 0 || place.nesting > MAX_NESTING {
            return Some(Shown::No);
        }
        match (insn.opcode, insn.operand) {
            (ILOAD | ALOAD | ILOAD_0..=ILOAD_3 | ALOAD_0..=ALOAD_3, Operand::Local(local)) => {
                self.local(source, local, self.sources.is_written(offset, local));
            }
            (ACONST_NULL, _) => self.text.push_str("null"),
            (ICONST_M1..=ICONST_5, _) => {
                self.text.push_str(&(i32::from(insn.opcode) - i32::from(ICONST_0)).to_string());
            }
            (BIPUSH, Operand::Immediate(value)) => self.text.push_str(&value.to_string()),
            // HotSpot drops the sign.
            (SIPUSH, Operand::Immediate(value)) => self.text.push_str(&(value as u16).to_string()),
            (IALOAD | AALOAD, _) => {
                if let Shown::No = self.expression(source, 1, deeper)? {
                    self.text.push_str("<array>");
                }
                self.text.push('[');
                let index = Place { detail: place.detail, ..deeper };
                if let Shown::No = self.expression(source, 0, index)? {
                    self.text.push_str("...");
                }
                self.text.push(']');
            }
            (GETSTATIC, Operand::Pool(index)) => {
                let member = self.pool.member(index)?;
                self.text.push_str(&format!("{}.{}", names::class(member.class), member.name));
            }
            (GETFIELD, Operand::Pool(index)) => {
                if let Shown::Yes = self.expression(source, 0, deeper)? {
                    self.text.push('.');
                }
                self.text.push_str(self.pool.member(index)?.name);
            }
            (INVOKEVIRTUAL..=INVOKEINTERFACE, _) => {
                let member = self.pool.member(insn.pool_index()?)?;
                self.text.push_str(&names::method(&member)?);
            }
            _ => return Some(Shown::No),
        }
        Some(Shown::Yes)
    }

    /// Writes the name of a local that the instruction at `offset` loads.
    fn local(&mut self, offset: u16, local: u16, written: bool) {
        let named = self.code.locals.iter().find(|variable| {
            let end = u32::from(variable.start) + u32::from(variable.length);
            variable.slot == local && variable.start <= offset && u32::from(offset) < end
        });
        if let Some(variable) = named {
            self.text.push_str(&variable.name);
            return;
        }
        let is_static = self.method.access & access::STATIC != 0;
        let text = match (written, is_static, names::parameter_at(&self.method.descriptor, is_static, local))
        {
            (false, false, _) if local == 0 => "this".to_owned(),
            (false, _, Some(parameter)) => format!("<parameter{parameter}>"),
            _ => format!("<local{local}>"),
        };
        self.text.push_str(&text);
    }
}
