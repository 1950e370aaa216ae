//! The `Code` attribute (JVMS §4.7.3) and its debug tables; the instructions are checked in `check`.

use crate::attributes::Attribute;
use crate::class::{Code, Handler, LocalVariable};
use crate::error::{Result, malformed, shown};
use crate::names;
use crate::parser::Parser;
use crate::pool::Constant;
use crate::pool_check::not_a;
use crate::reader::Reader;

/// The maximum number of bytes of code of a method (JVMS §4.7.3).
const MAX_CODE: u32 = 65535;

impl Parser<'_> {
    /// `slots` is the number of local variables that the arguments take.
    pub(crate) fn code(&mut self, reader: &mut Reader<'_>, slots: u16) -> Result<Code> {
        let at = reader.offset();
        let (max_stack, max_locals, length) = (reader.u16()?, reader.u16()?, reader.u32()?);
        if max_locals < slots {
            let reason =
                format!("the arguments take {slots} slots, but there are {max_locals} local variables");
            return Err(malformed(at + 2, reason));
        }
        if !(1..=MAX_CODE).contains(&length) {
            return Err(malformed(at + 4, format!("{length} bytes of code; there must be 1 to {MAX_CODE}")));
        }
        let bytecode = reader.bytes(length as usize)?;
        let mut code = Code { max_stack, max_locals, bytecode, ..Code::default() };
        code.handlers = self.handlers(reader, length)?;
        self.attributes(reader, |parser, name, contents| {
            match name {
                "LineNumberTable" => lines(contents, &mut code)?,
                "LocalVariableTable" => parser.locals(contents, &mut code)?,
                _ => return Ok(Attribute::Skipped),
            }
            Ok(Attribute::Read)
        })?;
        // Nearly always sorted already.
        if !code.lines.is_sorted_by_key(|line| line.0) {
            code.lines.sort_by_key(|line| line.0);
        }
        Ok(code)
    }

    fn handlers(&self, reader: &mut Reader<'_>, code_length: u32) -> Result<Vec<Handler>> {
        let count = reader.u16()?;
        let mut handlers = Vec::with_capacity(reader.plausible(count, 8));
        for _ in 0..count {
            let at = reader.offset();
            let handler = Handler {
                start: reader.u16()?,
                end: reader.u16()?,
                target: reader.u16()?,
                catch_type: reader.u16()?,
            };
            let Handler { start, end, target, catch_type } = handler;
            if start >= end || u32::from(end) > code_length || u32::from(target) >= code_length {
                let reason = format!("handler of {start}..{end} at {target} in {code_length} bytes of code");
                return Err(malformed(at, reason));
            }
            if catch_type != 0 && !matches!(self.pool.get(catch_type), Some(Constant::Class { .. })) {
                return Err(malformed(at + 6, not_a(self.pool, "Class", catch_type)));
            }
            handlers.push(handler);
        }
        Ok(handlers)
    }

    fn locals(&mut self, reader: &mut Reader<'_>, code: &mut Code) -> Result<()> {
        let count = reader.u16()?;
        code.locals.reserve_exact(reader.plausible(count, 10));
        for _ in 0..count {
            let at = reader.offset();
            let (start, length) = (reader.u16()?, reader.u16()?);
            let (name, descriptor) = (self.text(reader)?, self.text(reader)?);
            let slot = reader.u16()?;
            if usize::from(start) + usize::from(length) > code.bytecode.len() {
                let reason = format!("variable {} lives beyond the end of the code", shown(&name));
                return Err(malformed(at, reason));
            }
            if !names::is_unqualified_name(&name) || !names::is_field_descriptor(&descriptor) {
                let reason = format!("{} of type {} is not a variable", shown(&name), shown(&descriptor));
                return Err(malformed(at + 4, reason));
            }
            let last = u32::from(slot) + u32::from(matches!(&*descriptor, "J" | "D"));
            if last >= u32::from(code.max_locals) {
                let reason = format!("variable {} in slot {slot} of {}", shown(&name), code.max_locals);
                return Err(malformed(at + 8, reason));
            }
            code.locals.push(LocalVariable { start, length, name, descriptor, slot });
        }
        Ok(())
    }
}

fn lines(reader: &mut Reader<'_>, code: &mut Code) -> Result<()> {
    let count = reader.u16()?;
    code.lines.reserve_exact(reader.plausible(count, 4));
    for _ in 0..count {
        let at = reader.offset();
        let (start, line) = (reader.u16()?, reader.u16()?);
        if usize::from(start) >= code.bytecode.len() {
            return Err(malformed(at, format!("line {line} begins at {start}, beyond the end of the code")));
        }
        code.lines.push((start, line));
    }
    Ok(())
}
