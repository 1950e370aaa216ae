//! java.text: the symbols of numbers in English.
//!
//! `String.format` needs them for its first number, and the class library searches all of its locale data for
//! them: 2.8 million bytecodes in release 25. For the locales here they are the same in all releases since
//! 17; all other locales are left to the class library.

use super::Native;
use super::reflect::run_body;
use crate::heap::Ref;
use crate::trap::Trap;
use crate::vm::Vm;

const SYMBOLS: &str = "java/text/DecimalFormatSymbols";

pub(super) fn find(name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::Accesses;
    use Native::Function as F;
    Some(match (name, descriptor) {
        ("getInstance", "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;") => F(Accesses, |vm, at| {
            if !is_english(vm, vm.arg_ref(at)) {
                return body(vm, at, "getInstance", "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;");
            }
            let class = vm.system_class(SYMBOLS)?;
            vm.initialise(class)?;
            let symbols = vm.new_object(class)?;
            let version = vm.get_static(class, "currentSerialVersion");
            vm.put(symbols, "serialVersionOnStream", version);
            fill(vm, symbols, vm.arg_ref(at))?;
            Ok(symbols.0)
        }),
        ("initialize", "(Ljava/util/Locale;)V") => F(Accesses, |vm, at| {
            if !is_english(vm, vm.arg_ref(at + 1)) {
                return body(vm, at, "initialize", "(Ljava/util/Locale;)V");
            }
            fill(vm, vm.arg_ref(at), vm.arg_ref(at + 1))?;
            Ok(0)
        }),
        _ => return None,
    })
}

fn body(vm: &mut Vm<'_>, at: usize, name: &str, descriptor: &str) -> Result<u64, Trap> {
    let body = vm.system_method(SYMBOLS, name, descriptor)?;
    run_body(vm, at, body)
}

/// Whether a locale is the root, `en`, `en_US` or `en_GB`, and nothing more.
fn is_english(vm: &Vm<'_>, locale: Ref) -> bool {
    if locale.is_null() || !vm.get_ref(locale, "localeExtensions").is_null() {
        return false;
    }
    let base = vm.get_ref(locale, "baseLocale");
    if base.is_null() {
        return false;
    }
    let part = |name: &str| vm.text(vm.get_ref(base, name));
    let is_plain = part("script").is_empty() && part("variant").is_empty();
    is_plain
        && matches!((part("language").as_str(), part("region").as_str()), ("", "") | ("en", "" | "US" | "GB"))
}

fn fill(vm: &mut Vm<'_>, symbols: Ref, locale: Ref) -> Result<(), Trap> {
    let characters = [
        ("zeroDigit", '0'),
        ("groupingSeparator", ','),
        ("decimalSeparator", '.'),
        ("perMill", '‰'),
        ("percent", '%'),
        ("digit", '#'),
        ("patternSeparator", ';'),
        ("minusSign", '-'),
        ("monetarySeparator", '.'),
        ("monetaryGroupingSeparator", ','),
        ("exponential", 'E'),
    ];
    for (field, character) in characters {
        vm.put(symbols, field, u64::from(u32::from(character)));
    }
    let texts = [
        ("infinity", "∞"),
        ("NaN", "NaN"),
        ("exponentialSeparator", "E"),
        ("perMillText", "‰"),
        ("percentText", "%"),
        ("minusSignText", "-"),
    ];
    for (field, text) in texts {
        let text = vm.literal_str(text)?;
        vm.put(symbols, field, text.0);
    }
    vm.put(symbols, "locale", locale.0);
    Ok(())
}
