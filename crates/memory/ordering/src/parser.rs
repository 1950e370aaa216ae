//! Parses rules and checks their types.

use crate::Diagnostic;
use crate::lexer::{Token, TokenKind, lex};
use crate::library::shipped_text;
use crate::rule::{Adjective, Formula, Op, Rule, Rules, Sort, Stage, Variable};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

type Result<T> = std::result::Result<T, Diagnostic>;

/// Gives the text of an included file, `None` if there is no such file, or says why it cannot be read.
pub type LoadFile<'a> = dyn Fn(&str) -> std::result::Result<Option<String>, String> + 'a;

pub(crate) fn parse(file: &str, source: &str, load: &LoadFile<'_>) -> Result<Rules> {
    let (folder, name) = file.rsplit_once('/').map_or(("", file), |(folder, name)| (folder, name));
    let root = Origin { name: name.to_owned(), is_shipped: false };
    let mut all = Collected { folder: folder.to_owned(), ..Collected::default() };
    all.included.insert(root.clone());
    all.file(&root, file, source, load, 0)?;
    if all.rules.name.is_empty() {
        let end = file.rsplit('/').next().unwrap_or(file);
        all.rules.name = end.trim_end_matches(".rules").to_owned();
    }
    Ok(all.rules)
}

/// What was read so far, includes included.
#[derive(Default)]
struct Collected {
    rules: Rules,
    /// `let` names: attributes, any of which is meant.
    names: BTreeMap<String, Vec<String>>,
    included: BTreeSet<Origin>,
    /// The folder of the first file, for messages.
    folder: String,
}

/// A file: its path from the folder of the first one, or the name of a shipped one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Origin {
    name: String,
    is_shipped: bool,
}

/// Files are included at most this deep, formulae nested at most that deep.
const DEEPEST_INCLUDE: u32 = 8;
const DEEPEST: u32 = 60;
/// Grounding takes every tuple of instructions, and every tuple of processes for each.
const MOST_VARIABLES: usize = 4;
const MOST_PROCESSES: usize = 5;

impl Collected {
    fn file(
        &mut self,
        origin: &Origin,
        file: &str,
        source: &str,
        load: &LoadFile<'_>,
        depth: u32,
    ) -> Result<()> {
        let tokens = lex(file, source)?;
        let mut parser = Parser { file, source, tokens, at: 0, depth: 0, all: self };
        while parser.peek() != &TokenKind::End {
            if let Some((name, span)) = parser.declaration(depth)? {
                let (inner, text) = found(origin, &name, load)
                    .map_err(|why| parser.cannot_read(span.clone(), &name, &why))?;
                if !parser.all.included.insert(inner.clone()) {
                    continue;
                }
                if depth >= DEEPEST_INCLUDE {
                    return Err(parser.error(span, "includes are nested too deeply"));
                }
                let shown = match (inner.is_shipped, parser.all.folder.as_str()) {
                    (true, _) => format!("models/stages/{}", inner.name),
                    (false, "") => inner.name.clone(),
                    (false, folder) => format!("{folder}/{}", inner.name),
                };
                parser.all.file(&inner, &shown, &text, load, depth + 1)?;
            }
        }
        Ok(())
    }
}

/// An included file: one beside the file that includes it, or else a shipped one. A shipped file includes
/// shipped files only, whatever is beside the user's.
fn found(from: &Origin, name: &str, load: &LoadFile<'_>) -> std::result::Result<(Origin, String), String> {
    if !from.is_shipped {
        let path = match from.name.rsplit_once('/') {
            Some((folder, _)) if !name.starts_with('/') => normal(&format!("{folder}/{name}")),
            _ => normal(name),
        };
        if let Some(text) = load(&path)? {
            return Ok((Origin { name: path, is_shipped: false }, text));
        }
    }
    match shipped_text(name) {
        Some(text) => Ok((Origin { name: name.to_owned(), is_shipped: true }, text.to_owned())),
        None => Err("there is no such file".to_owned()),
    }
}

/// A path without `.` and without folders that it leaves again: one name for each file.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (at, part) in path.split('/').enumerate() {
        match part {
            "." => {}
            "" if at > 0 => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

struct Parser<'a> {
    file: &'a str,
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    all: &'a mut Collected,
}

/// The names that a rule binds.
#[derive(Default)]
struct Scope {
    variables: Vec<Variable>,
    processes: Vec<String>,
}

/// What stands on a side of `<`, `<=`, `=` or `!=`.
enum Side {
    Op(Op, Range<usize>),
    Variable(usize),
    Process(usize),
    Location(usize),
    ProcessOf(usize),
    Formula(Formula),
}

impl Parser<'_> {
    /// Parses a declaration. Returns the name of a file to include.
    fn declaration(&mut self, depth: u32) -> Result<Option<(String, Range<usize>)>> {
        let span = self.span();
        let word = self.word("`model`, `include`, `attribute`, `let` or `rule`")?;
        match word.as_str() {
            "model" => {
                let name = self.text("the name of the model in quotes")?;
                // An included model does not rename the one that includes it.
                if depth == 0 {
                    self.all.rules.name = name;
                }
            }
            "include" => {
                let span = self.span();
                return Ok(Some((self.text("the name of a file in quotes")?, span)));
            }
            "attribute" => loop {
                let span = self.span();
                let name = self.new_name("an attribute")?;
                if self.all.names.contains_key(&name) {
                    return Err(self.error(span, format!("`{name}` is a name for other attributes")));
                }
                self.all.rules.attributes.insert(name);
                if !self.eat(",") {
                    break;
                }
            },
            "let" => {
                let span = self.span();
                let name = self.new_name("a name")?;
                if self.all.rules.attributes.contains(&name) {
                    return Err(self.error(span, format!("`{name}` is an attribute")));
                }
                self.expect("=")?;
                let mut any_of = self.attribute()?;
                while self.eat_word("or") {
                    any_of.extend(self.attribute()?);
                }
                any_of.sort();
                any_of.dedup();
                self.all.names.insert(name, any_of);
            }
            "rule" => self.rule(&span)?,
            other => {
                return Err(self.error(span, format!("`{other}` does not begin a declaration")).hint(
                    "a file has `model \"…\"`, `include \"…\"`, `attribute …`, `let … = …` and `rule …: forall … . …`",
                ));
            }
        }
        Ok(None)
    }

    /// A name that has no meaning yet.
    fn new_name(&mut self, what: &str) -> Result<String> {
        let span = self.span();
        let name = self.word(what)?;
        if KEYWORDS.contains(&name.as_str()) || Sort::ALL.iter().any(|(sort, _)| *sort == name) {
            return Err(self.error(span, format!("`{name}` has a meaning of its own")));
        }
        Ok(name)
    }

    fn rule(&mut self, start: &Range<usize>) -> Result<()> {
        let name = self.word("the name of the rule")?;
        self.expect(":")?;
        let mut scope = Scope::default();
        let mut premises = Vec::new();
        if self.eat_word("forall") {
            self.binders(&mut scope, &mut premises)?;
            if self.eat_word("where") {
                loop {
                    let span = self.span();
                    let condition = self.formula(&scope)?;
                    let mut ops = false;
                    condition.each_op(&mut |_| ops = true);
                    if ops {
                        return Err(self
                            .error(
                                span,
                                "a condition says which instructions are meant, not when they happen",
                            )
                            .hint("write it as a premise after the dot: `… . exec(i) < exec(j) => …`"));
                    }
                    premises.push(condition);
                    if !self.eat(",") {
                        break;
                    }
                }
            }
            if !self.eat(".") {
                return Err(self
                    .error(self.span(), format!("expected `.`, found {}", self.shown()))
                    .hint("`rule NAME: forall … where … . FORMULA`"));
            }
        }
        let conclusion = self.formula(&scope)?;
        let end = self.tokens[self.at.saturating_sub(1)].span.end;
        let mut parts: Vec<Formula> = premises.into_iter().map(|p| Formula::Not(Box::new(p))).collect();
        parts.push(conclusion);
        let text =
            self.source[start.start..end].lines().map(|line| line.split("//").next().unwrap_or_default());
        let text = text.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        self.all.rules.rules.push(Rule {
            name,
            place: (self.file.to_owned(), diagnostic::position(self.source, start.start).0 as u32),
            text,
            variables: scope.variables,
            processes: scope.processes,
            formula: Formula::Or(parts),
        });
        Ok(())
    }

    /// `store i < release store j, process q`.
    fn binders(&mut self, scope: &mut Scope, premises: &mut Vec<Formula>) -> Result<()> {
        loop {
            if self.eat_word("process") || self.eat_word("observer") {
                loop {
                    let span = self.span();
                    let name = self.bound(scope)?;
                    if scope.processes.len() >= MOST_PROCESSES {
                        return Err(
                            self.error(span, format!("a rule has at most {MOST_PROCESSES} processes"))
                        );
                    }
                    scope.processes.push(name);
                    // Further names of processes may follow without a comma.
                    if !matches!(self.peek(), TokenKind::Word(word) if word != "where") {
                        break;
                    }
                }
            } else {
                let mut before = self.binder(scope)?;
                while self.eat("<") {
                    let after = self.binder(scope)?;
                    premises.push(Formula::ProgramOrder(before, after));
                    before = after;
                }
            }
            if !self.eat(",") {
                return Ok(());
            }
        }
    }

    /// `release store j`. Returns the index of the variable.
    fn binder(&mut self, scope: &mut Scope) -> Result<usize> {
        let mut adjectives = Vec::new();
        let mut sort = None;
        loop {
            let has = !self.eat("!");
            let span = self.span();
            // The last word is the name.
            let ends = |word: &str| word == "where" || FORMULAE.contains(&word);
            let is_last = has
                && match self.peek_second() {
                    TokenKind::Word(word) => ends(word),
                    // A further adjective: `volatile !release store i`.
                    TokenKind::Symbol("!") => false,
                    _ => true,
                };
            if is_last {
                let name = self.bound(scope)?;
                if scope.variables.len() >= MOST_VARIABLES {
                    return Err(self.error(span, format!("a rule has at most {MOST_VARIABLES} instructions")));
                }
                scope.variables.push(Variable { name, sort: sort.unwrap_or(Sort::Instruction), adjectives });
                return Ok(scope.variables.len() - 1);
            }
            match (self.peek().clone(), has) {
                (TokenKind::Word(word), true) if Sort::ALL.iter().any(|(name, _)| *name == word) => {
                    if sort.is_some() {
                        return Err(self
                            .error(span, "an instruction has one sort")
                            .hint("loads and stores are `memory`; say more by `where load(i) or jump(i)`"));
                    }
                    self.at += 1;
                    sort = Sort::ALL.iter().find(|(name, _)| *name == word).map(|(_, sort)| *sort);
                }
                _ => adjectives.push(Adjective { has, any_of: self.attribute()? }),
            }
        }
    }

    /// A name that a rule binds.
    fn bound(&mut self, scope: &Scope) -> Result<String> {
        let span = self.span();
        let name = self.new_name("a name")?;
        let is_known = scope.variables.iter().any(|v| v.name == name) || scope.processes.contains(&name);
        if is_known {
            return Err(self.error(span, format!("`{name}` is bound twice")));
        }
        Ok(name)
    }

    /// An attribute, or a name for several.
    fn attribute(&mut self) -> Result<Vec<String>> {
        let span = self.span();
        let name = self.word("an attribute")?;
        if let Some(any_of) = self.all.names.get(&name) {
            return Ok(any_of.clone());
        }
        if self.all.rules.attributes.contains(&name) {
            return Ok(vec![name]);
        }
        Err(self.error(span, format!("`{name}` is not an attribute")).hint(format!(
            "declare it: `attribute {name}`; instructions have attributes by `@{name}` in the program"
        )))
    }

    fn formula(&mut self, scope: &Scope) -> Result<Formula> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(self.span(), "nested too deeply"));
        }
        let mut premise = vec![self.conjunction(scope)?];
        while self.eat_word("or") {
            premise.push(self.conjunction(scope)?);
        }
        let mut formula = one_or(premise, Formula::Or);
        if self.eat("=>") {
            let conclusion = self.formula(scope)?;
            formula = Formula::Or(vec![Formula::Not(Box::new(formula)), conclusion]);
        }
        self.depth -= 1;
        Ok(formula)
    }

    fn conjunction(&mut self, scope: &Scope) -> Result<Formula> {
        let mut parts = vec![self.negation(scope)?];
        while self.eat_word("and") {
            parts.push(self.negation(scope)?);
        }
        Ok(one_or(parts, Formula::And))
    }

    fn negation(&mut self, scope: &Scope) -> Result<Formula> {
        let mut is_negated = false;
        while self.eat_word("not") || self.eat("!") {
            is_negated = !is_negated;
        }
        let formula = self.comparison(scope)?;
        Ok(if is_negated { Formula::Not(Box::new(formula)) } else { formula })
    }

    fn comparison(&mut self, scope: &Scope) -> Result<Formula> {
        let span = self.span();
        let left = self.side(scope)?;
        let sign = ["<=", "<", "!=", "="].into_iter().find(|sign| self.eat(sign));
        let Some(sign) = sign else {
            return match left {
                Side::Formula(formula) => Ok(formula),
                _ => Err(self
                    .error(self.span(), format!("expected `<`, `<=`, `=` or `!=`, found {}", self.shown()))
                    .hint("compare stages: `exec(i) < exec(j)`")),
            };
        };
        let right_span = self.span();
        let right = self.side(scope)?;
        if matches!(self.peek(), TokenKind::Symbol("<=" | "<" | "!=" | "=")) {
            return Err(self
                .error(self.span(), "two are compared at a time")
                .hint("`exec(i) < exec(j) and exec(j) < exec(k)`"));
        }
        let whole = span.start..right_span.end;
        let formula = match (left, right, sign) {
            (Side::Op(first, a), Side::Op(second, b), "<" | "<=") => {
                if first.observer.is_some() != second.observer.is_some() {
                    let which = if first.observer.is_none() { a } else { b };
                    return Err(self
                        .error(which, "one side is what a process observes, the other is not")
                        .hint("say who observes both, or neither: `exec(i @ p) < exec(j @ p)`"));
                }
                Formula::Before { first, second, or_same: sign == "<=" }
            }
            (Side::Op(..), Side::Op(..), _) => {
                return Err(self
                    .error(whole, "stages are compared by `<` and `<=`")
                    .hint("different names stand for different instructions, so their stages differ"));
            }
            (Side::Variable(i), Side::Variable(j), "<") => Formula::ProgramOrder(i, j),
            (Side::Variable(_), Side::Variable(_), _) => {
                return Err(self
                    .error(whole, "instructions are compared by `<`, which is program order")
                    .hint("different names stand for different instructions"));
            }
            (Side::Location(i), Side::Location(j), "=" | "!=") => {
                negated_if(sign == "!=", Formula::SameLocation(i, j))
            }
            (Side::ProcessOf(i), Side::ProcessOf(j), "=" | "!=") => {
                negated_if(sign == "!=", Formula::SameProcess(i, j))
            }
            (Side::ProcessOf(i), Side::Process(p), "=" | "!=")
            | (Side::Process(p), Side::ProcessOf(i), "=" | "!=") => {
                negated_if(sign == "!=", Formula::OfProcess(i, p))
            }
            (Side::Process(p), Side::Process(q), "=" | "!=") => {
                negated_if(sign == "!=", Formula::Equal(p, q))
            }
            _ => {
                return Err(self.error(whole, "these cannot be compared").hint(
                    "`exec(i) < exec(j)`, `i < j` (program order), `loc(i) = loc(j)`, `proc(i) = proc(j)`, `proc(i) = p`, `p = q`",
                ));
            }
        };
        Ok(formula)
    }

    fn side(&mut self, scope: &Scope) -> Result<Side> {
        let span = self.span();
        if self.eat("(") {
            let inner = self.formula(scope)?;
            self.expect(")")?;
            return Ok(Side::Formula(inner));
        }
        let word = self.word("a stage, such as `exec(i)`, or a condition")?;
        if !self.eat("(") {
            if word == "true" || word == "false" {
                return Ok(Side::Formula(Formula::Constant(word == "true")));
            }
            if let Some(at) = scope.variables.iter().position(|v| v.name == word) {
                return Ok(Side::Variable(at));
            }
            if let Some(at) = scope.processes.iter().position(|p| *p == word) {
                return Ok(Side::Process(at));
            }
            return Err(self
                .error(span, format!("`{word}` is not bound"))
                .hint(format!("bind it: `forall memory {word} . …`, or `forall process {word} . …`")));
        }
        let stage = match word.as_str() {
            "fetch" => Some(Stage::Fetch),
            "issue" => Some(Stage::Issue),
            "exec" => Some(Stage::Execute),
            "refl" => Some(Stage::Reflect),
            _ => None,
        };
        if let Some(stage) = stage {
            let op = self.op(scope, stage, &span)?;
            return Ok(Side::Op(op, span.start..self.tokens[self.at - 1].span.end));
        }
        let i = self.variable(scope)?;
        let side = match word.as_str() {
            "loc" => Side::Location(i),
            "proc" => Side::ProcessOf(i),
            "next" => {
                self.expect(",")?;
                let j = self.variable(scope)?;
                Side::Formula(self.next(scope, i, j, span)?)
            }
            "sees" => {
                self.expect("@")?;
                let observer = self.process(scope)?;
                if scope.variables[i].sort != Sort::Load {
                    return Err(self.error(span, "only a load sees a value").hint("bind it as `load`"));
                }
                Side::Formula(Formula::Sees(i, observer))
            }
            sort if Sort::ALL.iter().any(|(name, _)| *name == sort) => {
                let sort =
                    Sort::ALL.iter().find(|(name, _)| *name == sort).map_or(Sort::Instruction, |s| s.1);
                Side::Formula(Formula::Is(i, sort))
            }
            _ => {
                let after = std::mem::replace(
                    &mut self.at,
                    self.tokens.iter().position(|t| t.span == span).unwrap_or(0),
                );
                let any_of = self.attribute()?;
                self.at = after;
                Side::Formula(Formula::Has(i, any_of))
            }
        };
        self.expect(")")?;
        Ok(side)
    }

    /// `next(i, j)` needs locations that are known before the program runs.
    fn next(&self, scope: &Scope, i: usize, j: usize, span: Range<usize>) -> Result<Formula> {
        if [i, j].iter().any(|v| scope.variables[*v].sort != Sort::Nop) {
            return Err(self
                .error(span, "`next` is for instructions of sort `nop`")
                .hint("as in `lock nop i`, `unlock nop j`"));
        }
        Ok(Formula::Next(i, j))
    }

    /// What follows `exec(`.
    fn op(&mut self, scope: &Scope, stage: Stage, span: &Range<usize>) -> Result<Op> {
        let of = self.variable(scope)?;
        let variable = &scope.variables[of];
        let mut op = Op { stage, of, target: None, observer: None };
        if stage == Stage::Reflect {
            if variable.sort != Sort::Store {
                return Err(self
                    .error(
                        span.clone(),
                        format!(
                            "only stores are reflected, and `{}` may be another instruction",
                            variable.name
                        ),
                    )
                    .hint(format!("bind it as a store: `store {}`", variable.name)));
            }
            if !self.eat("->") {
                return Err(self
                    .error(self.span(), "to whose memory is it reflected?")
                    .hint("`forall …, process q . refl(i -> q) < …`"));
            }
            op.target = Some(self.process(scope)?);
        }
        if self.eat("@") {
            if matches!(stage, Stage::Fetch | Stage::Issue) {
                return Err(self
                    .error(span.clone(), "an instruction is fetched and issued once, whoever observes")
                    .hint("`exec(i @ p)` and `refl(i -> q @ p)` have observers"));
            }
            op.observer = Some(self.process(scope)?);
        }
        self.expect(")")?;
        Ok(op)
    }

    fn variable(&mut self, scope: &Scope) -> Result<usize> {
        let span = self.span();
        let name = self.word("an instruction of the rule")?;
        scope.variables.iter().position(|v| v.name == name).ok_or_else(|| {
            self.error(span, format!("`{name}` is not an instruction of this rule"))
                .hint(format!("bind it: `forall memory {name} . …`"))
        })
    }

    fn process(&mut self, scope: &Scope) -> Result<usize> {
        let span = self.span();
        let name = self.word("a process of the rule")?;
        scope.processes.iter().position(|p| *p == name).ok_or_else(|| {
            self.error(span, format!("`{name}` is not a process of this rule"))
                .hint(format!("bind it: `forall …, process {name} . …`"))
        })
    }

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn peek_second(&self) -> &TokenKind {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].span.clone()
    }

    fn shown(&self) -> String {
        match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Text(text) => format!("\"{text}\""),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }

    fn word(&mut self, what: &str) -> Result<String> {
        let TokenKind::Word(word) = self.peek().clone() else {
            return Err(self.error(self.span(), format!("expected {what}, found {}", self.shown())));
        };
        self.at += 1;
        Ok(word)
    }

    fn text(&mut self, what: &str) -> Result<String> {
        let TokenKind::Text(text) = self.peek().clone() else {
            return Err(self.error(self.span(), format!("expected {what}, found {}", self.shown())));
        };
        self.at += 1;
        Ok(text)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_it = matches!(self.peek(), TokenKind::Word(it) if it == word);
        self.at += usize::from(is_it);
        is_it
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let is_it = matches!(self.peek(), TokenKind::Symbol(it) if *it == symbol);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.error(self.span(), format!("expected `{symbol}`, found {}", self.shown())))
    }

    fn cannot_read(&self, span: Range<usize>, name: &str, why: &str) -> Diagnostic {
        self.error(span, format!("cannot read `{name}`: {why}"))
            .hint("files are looked for beside this one, then among those of `thinair stages --list-rules`")
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.file, self.source, span, message)
    }
}

/// Words that begin a formula: before them a dot is missing.
const FORMULAE: [&str; 7] = ["fetch", "issue", "exec", "refl", "not", "true", "false"];

/// Words that cannot be names.
const KEYWORDS: [&str; 22] = [
    "forall",
    "where",
    "process",
    "observer",
    "rule",
    "model",
    "include",
    "attribute",
    "let",
    "and",
    "or",
    "not",
    "true",
    "false",
    "fetch",
    "issue",
    "exec",
    "refl",
    "loc",
    "proc",
    "next",
    "sees",
];

fn one_or(mut parts: Vec<Formula>, join: fn(Vec<Formula>) -> Formula) -> Formula {
    match parts.pop() {
        Some(one) if parts.is_empty() => one,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}

fn negated_if(is_negated: bool, formula: Formula) -> Formula {
    if is_negated { Formula::Not(Box::new(formula)) } else { formula }
}
