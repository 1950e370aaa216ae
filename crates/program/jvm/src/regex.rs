//! Java regular expressions, matched by the class library's own `java.util.regex`.

use crate::library::Library;
use crate::state::State;
use crate::vm::{Stop, Vm};

/// Whether a regular expression matches a whole text. The state is one after boot; matching initialises the
/// classes that it needs there.
///
/// # Errors
/// The message of `java.util.regex.PatternSyntaxException`.
pub fn matches(
    lib: &'static Library,
    state: &mut State,
    options: &crate::Options,
    pattern: &str,
    text: &str,
) -> Result<bool, String> {
    let mut vm = Vm::new(lib, state, options, 0);
    let found = vm.matches(pattern, text);
    vm.finish();
    found
}

/// Thrown for a malformed expression.
const SYNTAX: &str = "java/util/regex/PatternSyntaxException";

impl Vm<'_> {
    fn matches(&mut self, pattern: &str, text: &str) -> Result<bool, String> {
        let trap = |trap| format!("{trap:?}");
        let (pattern, text) = (self.new_string(pattern).map_err(trap)?, self.new_string(text).map_err(trap)?);
        let descriptor = "(Ljava/lang/String;Ljava/lang/CharSequence;)Z";
        let method = self.system_method("java/util/regex/Pattern", "matches", descriptor).map_err(trap)?;
        self.initialise_now("java/util/regex/Pattern").map_err(|error| error.to_string())?;
        match self.call(method, &[pattern.0, text.0]) {
            Ok(found) => Ok(found != 0),
            Err(_) if self.th.result.is_err_and(|e| &*self.class_of(e).name == SYNTAX) => {
                let exception = self.th.result.err().unwrap_or_default();
                let (said, at) = (self.get_ref(exception, "desc"), self.get(exception, "index") as i32);
                let said = if said.is_null() { "it is malformed".to_owned() } else { self.text(said) };
                Err(if at < 0 { said } else { format!("{said} near index {at}") })
            }
            Err(Stop::Unsupported(reason)) => Err(reason.to_string()),
            Err(other) => Err(format!("{other:?}")),
        }
    }
}
