//! Replay tokens: one line that names a test, a model and a schedule.
//!
//! `ta1:MODEL:OPTIONS:HASH:STEPS:FILE`. MODEL is a memory model, or `races` for the race check. OPTIONS is `e` (reduced)
//! or `n` (every action a step), then `t` if accesses to `long` are done in halves, `l3` for a loop bound of 3, `b64` for a store buffer bound other than the usual one. HASH is the hash of the test's text, so that a changed test is noticed.

use crate::model::{Memories, Model};
use explore::Reduction;

/// What stands for the model in tokens of the race check.
const RACES: &str = "races";

/// A parsed token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The memory model; `None` for the race check.
    pub model: Option<Model>,
    /// Whether actions are folded.
    pub reduction: Reduction,
    /// Whether accesses to `long` are done in halves.
    pub tearing: bool,
    /// Iterations of a loop.
    pub loop_bound: Option<u32>,
    /// Longest store buffer.
    pub buffer_bound: usize,
    /// The hash of the test's text.
    pub source_hash: u64,
    /// The schedule, see [`explore::decode_steps`].
    pub steps: String,
    /// The file.
    pub file: String,
}

/// Why a token is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not a token at all.
    #[error("`{0}` is not a replay token: it does not start with `ta1:`")]
    NoToken(String),
    /// A part is missing or wrong.
    #[error("the replay token's {part} `{text}` is malformed")]
    Malformed {
        /// Which part.
        part: &'static str,
        /// Its text.
        text: String,
    },
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reduction = if self.reduction == Reduction::Ample { "e" } else { "n" };
        let tearing = if self.tearing { "t" } else { "" };
        let bound = self.loop_bound.map_or(String::new(), |n| format!("l{n}"));
        let model = self.model.map_or(RACES, Model::name);
        let usual = Memories::default().buffer;
        let buffer =
            if self.buffer_bound == usual { String::new() } else { format!("b{}", self.buffer_bound) };
        write!(
            f,
            "ta1:{model}:{reduction}{tearing}{bound}{buffer}:{:016x}:{}:{}",
            self.source_hash, self.steps, self.file
        )
    }
}

impl std::str::FromStr for Token {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<Token, TokenError> {
        let shown = |text: &str| text.chars().take(40).collect::<String>();
        let rest = text.trim().strip_prefix("ta1:").ok_or_else(|| TokenError::NoToken(shown(text)))?;
        let mut parts = rest.splitn(5, ':');
        let mut part = |name| parts.next().ok_or(TokenError::Malformed { part: name, text: String::new() });
        let malformed = |part, text: &str| TokenError::Malformed { part, text: shown(text) };
        let (model, options, hash) = (part("model")?, part("options")?, part("hash")?);
        let (steps, file) = (part("schedule")?.to_owned(), part("file")?.to_owned());
        let reduction = match options.chars().next() {
            Some('e') => Reduction::Ample,
            Some('n') => Reduction::None,
            _ => return Err(malformed("options", options)),
        };
        let (tearing, bounds) = match options[1..].strip_prefix('t') {
            Some(rest) => (true, rest),
            None => (false, &options[1..]),
        };
        let (bounds, buffer) = bounds.split_once('b').unwrap_or((bounds, ""));
        let number = |text: &str| text.parse::<u32>().map_err(|_| malformed("options", options));
        let loop_bound = match bounds {
            "" => None,
            bound => Some(number(bound.strip_prefix('l').unwrap_or("?"))?),
        };
        let buffer_bound =
            if options.contains('b') { number(buffer)? as usize } else { Memories::default().buffer };
        let model = match model {
            RACES => None,
            name => {
                let model = Model::by_name(name).filter(|m| m.has_memory());
                Some(model.ok_or_else(|| malformed("model", name))?)
            }
        };
        Ok(Token {
            tearing,
            model,
            reduction,
            loop_bound,
            buffer_bound,
            source_hash: u64::from_str_radix(hash, 16).map_err(|_| malformed("hash", hash))?,
            steps,
            file,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_survive_the_trip_through_text_even_with_colons_in_the_file_name() {
        let token = Token {
            model: Some(Model::Tso),
            reduction: Reduction::Ample,
            tearing: true,
            loop_bound: Some(3),
            buffer_bound: 64,
            source_hash: 0xABC,
            steps: "0.1/2.b0".to_owned(),
            file: "a:b/c d.litmus".to_owned(),
        };
        assert_eq!(token.to_string().parse(), Ok(token.clone()));
        let races = Token {
            model: None,
            tearing: false,
            loop_bound: None,
            buffer_bound: Memories::default().buffer,
            ..token
        };
        assert_eq!(races.to_string().parse(), Ok(races));
    }

    #[test]
    fn malformed_tokens_are_refused_by_name_of_the_part() {
        let refused = |text: &str| text.parse::<Token>().expect_err(text).to_string();
        assert!(refused("nonsense").contains("ta1:"));
        assert!(refused("ta1:").contains("options"));
        assert!(refused("ta1:zzz:e:0:-:f").contains("model"));
        assert!(refused("ta1:jam21:e:0:-:f").contains("model"), "it has no schedules");
        assert!(refused("ta1:sc:x:0:-:f").contains("options"));
        assert!(refused("ta1:sc:el:0:-:f").contains("options"));
        assert!(refused("ta1:sc:e:xyz:-:f").contains("hash"));
        assert!(refused("ta1:sc:e:0").contains("schedule"));
    }
}
