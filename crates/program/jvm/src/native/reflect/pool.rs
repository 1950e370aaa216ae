//! jdk.internal.reflect.ConstantPool: read by the parser of annotations.

use crate::native::Native;
use crate::native::class::this;
use crate::trap::{ILLEGAL_ARGUMENT, Trap, raise_with};
use crate::vm::Vm;
use classfile::Constant;

pub(super) fn find(name: &str) -> Option<Native> {
    use crate::native::touch::Touches::Constants;
    use Native::Function as F;
    Some(match name {
        "getSize0" => F(Constants, |vm, at| Ok(this(vm, at + 1)?.file().map_or(0, |f| f.pool.len() as u64))),
        "getIntAt0" => F(Constants, |vm, at| match entry(vm, at)? {
            Constant::Integer(value) => Ok(u64::from(*value as u32)),
            _ => wrong(),
        }),
        "getLongAt0" => F(Constants, |vm, at| match entry(vm, at)? {
            Constant::Long(value) => Ok(*value as u64),
            _ => wrong(),
        }),
        "getFloatAt0" => F(Constants, |vm, at| match entry(vm, at)? {
            Constant::Float(bits) => Ok(u64::from(*bits)),
            _ => wrong(),
        }),
        "getDoubleAt0" => F(Constants, |vm, at| match entry(vm, at)? {
            Constant::Double(bits) => Ok(*bits),
            _ => wrong(),
        }),
        "getUTF8At0" => F(Constants, |vm, at| {
            entry(vm, at)?;
            let (class, index) = (this(vm, at + 1)?, vm.arg_int(at + 2) as u16);
            match class.file().and_then(|f| f.pool.utf16(index)) {
                Some(text) => Ok(vm.literal(&text)?.0),
                None => wrong(),
            }
        }),
        "getStringAt0" => F(Constants, |vm, at| match entry(vm, at)? {
            Constant::String { utf8 } => {
                let utf8 = *utf8;
                let text = this(vm, at + 1)?.file().and_then(|f| f.pool.utf16(utf8));
                Ok(vm.literal(&text.unwrap_or_default())?.0)
            }
            _ => wrong(),
        }),
        "getClassAt0" => F(Constants, |vm, at| {
            entry(vm, at)?;
            let (class, index) = (this(vm, at + 1)?, vm.arg_int(at + 2) as u16);
            match class.file().and_then(|f| f.pool.class_name(index)) {
                Some(name) => Ok(vm.class_named(class, name)?.mirror().0),
                None => wrong(),
            }
        }),
        _ => return None,
    })
}

/// The entry requested by `(this, Object constantPoolOop, int index)`.
fn entry(vm: &Vm<'_>, at: usize) -> Result<&'static Constant, Trap> {
    let class = this(vm, at + 1)?;
    let index = u16::try_from(vm.arg_int(at + 2)).ok();
    match class.file().zip(index).and_then(|(file, index)| file.pool.get(index)) {
        Some(constant) => Ok(constant),
        None => raise_with(ILLEGAL_ARGUMENT, "Constant pool index out of bounds"),
    }
}

fn wrong<T>() -> Result<T, Trap> {
    raise_with(ILLEGAL_ARGUMENT, "Wrong type at constant pool index")
}
