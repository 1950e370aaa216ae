//! Regular expressions of Java, matched by the class library's own `java.util.regex`.

use crate::library::Library;
use crate::state::State;
use crate::vm::{Stop, Vm};

/// Whether a regular expression matches the whole of a text. The state is that after boot and is left as it is.
///
/// # Errors
/// What `java.util.regex.PatternSyntaxException` says of the expression.
pub fn matches(
    lib: &'static Library,
    booted: &State,
    options: &crate::Options,
    pattern: &str,
    text: &str,
) -> Result<bool, String> {
    let mut state = booted.clone();
    let mut vm = Vm::new(lib, &mut state, options, 0);
    let found = vm.matches(pattern, text);
    vm.finish();
    found.map_err(|reason| {
        let said = reason.split_once("PatternSyntaxException: ").map_or(&*reason, |(_, said)| said);
        said.lines().next().unwrap_or_default().to_owned()
    })
}

impl Vm<'_> {
    fn matches(&mut self, pattern: &str, text: &str) -> Result<bool, String> {
        let trap = |trap| format!("{trap:?}");
        let (pattern, text) = (self.new_string(pattern).map_err(trap)?, self.new_string(text).map_err(trap)?);
        let descriptor = "(Ljava/lang/String;Ljava/lang/CharSequence;)Z";
        let method = self.system_method("java/util/regex/Pattern", "matches", descriptor).map_err(trap)?;
        self.initialise_now("java/util/regex/Pattern").map_err(|error| error.to_string())?;
        match self.call(method, &[pattern.0, text.0]) {
            Ok(found) => Ok(found != 0),
            Err(Stop::Unsupported(reason)) => Err(reason.to_string()),
            Err(other) => Err(format!("{other:?}")),
        }
    }
}
