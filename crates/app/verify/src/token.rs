//! Replay tokens: one line that identifies a program, a memory and a schedule,
//! `tj1:MEMORY:OPTIONS:HASH:THREADS:STEPS:WORDS`.
//!
//! MEMORY is a memory model, or `races` for the race check. OPTIONS is `e` (reduced) or `n` (every action a
//! step), then `b64` for a store buffer bound other than the default. HASH is a hash of the program's file,
//! so that a changed program is noticed. THREADS gives for each thread which thread starts it, and as which
//! of its children; litmus tests name their threads. WORDS are the words of the command line that select the
//! program, with spaces and colons escaped as in URLs: those of `thinair check`, or `--litmus` and those of a
//! litmus test.

use crate::java::SCHEDULES;
use crate::model::{MemoryLimits, Model};
use crate::result::{ORDERED, RACES, Schedule};
use explore::Reduction;
use litmus::Program;

/// The prefix of tokens.
const BEGIN: &str = "tj1:";

/// The prefix that tokens of litmus tests had in former versions.
const FORMER: &str = "ta1:";

/// The first word of a token of a litmus test.
const LITMUS: &str = "--litmus";
const TEARING: &str = "--tearing";
const LOOP_BOUND: &str = "--loop-bound";

/// A parsed token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The schedule.
    pub schedule: Schedule,
    /// The hash of the program's file; 0 if it has none.
    pub hash: u64,
    /// For each thread from 1 on, which thread starts it, and as which child: `parent.ordinal`.
    pub threads: String,
    /// The words of the command line.
    pub words: Vec<String>,
}

/// The litmus test that a token belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenTest {
    /// Whether accesses to `long` are split into halves.
    pub tearing: bool,
    /// The bound on loop iterations.
    pub loop_bound: Option<u32>,
    /// The file.
    pub file: String,
}

/// Why a token is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not a token at all.
    #[error("`{0}` is not a replay token: it does not start with `{BEGIN}`")]
    NoToken(String),
    /// A token of a former version.
    #[error(
        "replay tokens that start with `{FORMER}` are of a former version of thinair; run the test again for one that starts with `{BEGIN}`"
    )]
    Former,
    /// A part is missing or malformed.
    #[error("the replay token's {part} `{text}` is malformed")]
    Malformed {
        /// Which part.
        part: &'static str,
        /// Its text.
        text: String,
    },
}

impl Token {
    /// Creates the token of a schedule of a litmus test.
    pub fn of_test(program: &Program, schedule: &Schedule) -> Token {
        let mut words = vec![LITMUS.to_owned()];
        words.extend(program.is_torn().then(|| TEARING.to_owned()));
        words.extend(program.loop_bound().into_iter().flat_map(|n| [LOOP_BOUND.to_owned(), n.to_string()]));
        words.push(program.file().to_owned());
        let (schedule, hash) = (schedule.clone(), program.source_hash());
        Token { schedule, hash, threads: String::new(), words }
    }

    /// Returns the litmus test that the token belongs to; `None` if it belongs to a Java program.
    ///
    /// # Errors
    /// If the words do not describe a test.
    pub fn test(&self) -> Result<Option<TokenTest>, TokenError> {
        let Some(words) = self.words.strip_prefix(&[LITMUS.to_owned()]) else { return Ok(None) };
        let malformed = || TokenError::Malformed { part: "words", text: self.words.join(" ") };
        let [options @ .., file] = words else { return Err(malformed()) };
        let mut test = TokenTest { tearing: false, loop_bound: None, file: file.clone() };
        let mut options = options.iter().map(String::as_str);
        while let Some(option) = options.next() {
            match option {
                TEARING => test.tearing = true,
                LOOP_BOUND => {
                    let bound = options.next().and_then(|n| n.parse().ok());
                    test.loop_bound = Some(bound.ok_or_else(malformed)?);
                }
                _ => return Err(malformed()),
            }
        }
        Ok(Some(test))
    }

    /// Returns where the first token in a text begins, including tokens of former versions.
    pub fn begins_in(text: &str) -> Option<usize> {
        text.find(BEGIN).or_else(|| text.find(FORMER))
    }
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Schedule { memory, reduction, buffer, steps } = &self.schedule;
        let reduction = if *reduction == Reduction::Ample { "e" } else { "n" };
        let is_usual = *buffer == MemoryLimits::default().buffer;
        let buffer = if is_usual { String::new() } else { format!("b{buffer}") };
        let words: Vec<String> = self.words.iter().map(|w| escaped(w)).collect();
        let (hash, threads, words) = (self.hash, &self.threads, words.join(" "));
        write!(f, "{BEGIN}{memory}:{reduction}{buffer}:{hash:016x}:{threads}:{steps}:{words}")
    }
}

impl std::str::FromStr for Token {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<Token, TokenError> {
        let shown = |text: &str| text.chars().take(40).collect::<String>();
        let malformed = |part, text: &str| TokenError::Malformed { part, text: shown(text) };
        let text = text.trim();
        if text.starts_with(FORMER) {
            return Err(TokenError::Former);
        }
        let rest = text.strip_prefix(BEGIN).ok_or_else(|| TokenError::NoToken(shown(text)))?;
        let parts: Vec<&str> = rest.split(':').collect();
        let [memory, options, hash, threads, steps, words] = parts[..] else {
            return Err(malformed("number of parts", &parts.len().to_string()));
        };
        let (reduction, bound) = match options.split_at_checked(1) {
            Some(("e", bound)) => (Reduction::Ample, bound),
            Some(("n", bound)) => (Reduction::None, bound),
            _ => return Err(malformed("options", options)),
        };
        let buffer = match bound.strip_prefix('b').map(str::parse) {
            None if bound.is_empty() => MemoryLimits::default().buffer,
            Some(Ok(buffer)) => buffer,
            _ => return Err(malformed("options", options)),
        };
        let memory = match memory {
            RACES => RACES,
            name if SCHEDULES.contains(&name) => {
                SCHEDULES.into_iter().find(|known| *known == name).unwrap_or(RACES)
            }
            ORDERED => ORDERED,
            name => {
                let model = Model::by_name(name).filter(|m| m.has_memory());
                model.ok_or_else(|| malformed("model", name))?.name()
            }
        };
        Ok(Token {
            schedule: Schedule { memory, reduction, buffer, steps: steps.to_owned() },
            hash: u64::from_str_radix(hash, 16).map_err(|_| malformed("hash", hash))?,
            threads: threads.to_owned(),
            words: words.split(' ').filter(|w| !w.is_empty()).map(unescaped).collect(),
        })
    }
}

/// The encoding of the empty word.
const EMPTY: &str = "%0";

fn escaped(word: &str) -> String {
    if word.is_empty() {
        return EMPTY.to_owned();
    }
    word.replace('%', "%25").replace(' ', "%20").replace(':', "%3A")
}

fn unescaped(word: &str) -> String {
    if word == EMPTY {
        return String::new();
    }
    word.replace("%3A", ":").replace("%20", " ").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(words: &[&str]) -> Token {
        let steps = "0.1/2.b0".to_owned();
        Token {
            schedule: Schedule { memory: "tso", reduction: Reduction::None, buffer: 64, steps },
            hash: 0xABC,
            threads: "0.0-0.1".to_owned(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    #[test]
    fn tokens_survive_the_trip_through_text() {
        let token = token(&["--class-path", "a b:c%20d", "p.Main", ""]);
        assert_eq!(token.to_string().parse(), Ok(token.clone()));
        assert_eq!(token.test(), Ok(None));
        let schedule = Schedule { memory: RACES, buffer: MemoryLimits::default().buffer, ..token.schedule };
        let races = Token { schedule, ..token };
        assert_eq!(races.to_string().parse(), Ok(races));
    }

    #[test]
    fn tokens_of_litmus_tests_say_what_the_test_is() {
        let text = "Java t { x = 0; } Thread0 { x = 1; } exists (x=1)";
        let program = litmus::load("a:b/c d.litmus", text).expect("it is a test").with_loop_bound(Some(3));
        let printed = Token::of_test(&program, &token(&[]).schedule).to_string();
        let parsed: Token = printed.parse().expect("it was printed");
        let file = "a:b/c d.litmus".to_owned();
        assert_eq!(parsed.test(), Ok(Some(TokenTest { tearing: false, loop_bound: Some(3), file })));
        assert_eq!((parsed.hash, parsed.schedule), (program.source_hash(), token(&[]).schedule));
        for words in [&["--litmus"][..], &["--litmus", "--class", "f"], &["--litmus", "--loop-bound", "f"]] {
            assert!(token(words).test().is_err(), "{words:?}");
        }
    }

    #[test]
    fn malformed_tokens_are_refused_by_name_of_the_part() {
        let refused = |text: &str| text.parse::<Token>().expect_err(text).to_string();
        assert!(refused("nonsense").contains("tj1:"));
        assert!(refused("ta1:sc:e:0:-:f").contains("former version"));
        assert!(refused("tj1:").contains("parts"));
        assert!(refused("tj1:zzz:e:0::-:f").contains("model"));
        assert!(refused("tj1:jam21:e:0::-:f").contains("model"), "it has no schedules");
        assert!(refused("tj1:sc:x:0::-:f").contains("options"));
        assert!(refused("tj1:sc:eb:0::-:f").contains("options"));
        assert!(refused("tj1:sc:e:xyz::-:f").contains("hash"));
    }
}
