//! Turns templates into Java text. A template is Java with holes:
//!
//! | hole | stands for |
//! |---|---|
//! | `#i`, `#S`, … | an expression of the type with this letter |
//! | `#n`, `#w`, `#k` | an expression of any numeric type, any integer type, or one not wider than int |
//! | `#x` | an expression of any printable type |
//! | `#u`, `#t` | a digit 0–9 or 1–6 |
//! | `#$i`, `#=i` | a variable of that type, any or assignable; the same one throughout a template |
//! | `@0`, `@1`, … | a name that is used nowhere else; the same one throughout a template |
//! | <code>#`a,b`</code> | one of the words |
//! | `#;` | some statements |
//! | `#[`, `#]` | begin and end of a block, at whose end its variables go out of scope |
//! | `#(`, `#)` | the same for a lambda or class body, which sees only effectively final variables |
//! | `#+i@0` | declares `@0`, a variable of type int that is not assigned |
//! | `#*@0` | declares `@0` as the label of a loop |
//!
//! A template with a hole that cannot be filled (no variable of a type) is abandoned, and the caller picks
//! another. The result is type-correct because the table rows are; nesting is bounded by the two depths.

use crate::expressions;
use crate::literals;
use crate::rng::{chance, pick};
use crate::statements;
use crate::ty::Ty;
use fastrand::Rng;

/// A variable that is in scope.
#[derive(Debug, Clone)]
pub struct Var {
    /// How it is spelled here.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Whether it may be assigned.
    pub writable: bool,
    /// Whether lambdas may use it: a field, or an effectively final local variable.
    pub captured: bool,
}

/// An expression that classes and methods of this program provide.
#[derive(Debug, Clone)]
pub struct Production {
    /// Its type.
    pub ty: Ty,
    /// Its template.
    pub template: String,
}

/// What is in scope, and what a `return` needs.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// The variables.
    pub vars: Vec<Var>,
    /// Labels of the enclosing loops.
    pub labels: Vec<String>,
    /// The template of a return statement, where one is allowed.
    pub result: Option<String>,
}

/// The generator's state.
pub struct Writer {
    /// The source of all choices.
    pub rng: Rng,
    /// What is in scope.
    pub scope: Scope,
    /// The expressions that this program adds.
    pub productions: Vec<Production>,
    names: u32,
    statement_depth: u32,
}

/// The names and variables that one use of a template has chosen.
#[derive(Default)]
struct Chosen {
    names: Vec<(char, String)>,
    variables: Vec<((char, char), String)>,
}

/// A hole could not be filled.
struct Unfilled;

impl Writer {
    /// Creates a writer with nothing in scope.
    pub fn new(seed: u64) -> Self {
        let (rng, scope) = (Rng::with_seed(seed), Scope::default());
        Writer { rng, scope, productions: Vec::new(), names: 0, statement_depth: 0 }
    }

    /// A name that is used nowhere else.
    pub fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// One of the letters of a list.
    pub fn letter(&mut self, letters: &str) -> Ty {
        let at = self.rng.usize(..letters.len());
        Ty(letters.as_bytes()[at] as char)
    }

    /// An expression of a type, of at most this depth.
    pub fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth > 0 && !chance(&mut self.rng, 12) {
            for _ in 0..3 {
                let template = self.expression_template(ty);
                if let Some(text) = template.and_then(|template| self.fill(&template, depth - 1)) {
                    return text;
                }
            }
        }
        self.leaf(ty)
    }

    fn expression_template(&mut self, ty: Ty) -> Option<String> {
        if chance(&mut self.rng, 20) {
            let own: Vec<&str> =
                self.productions.iter().filter(|p| p.ty == ty).map(|p| p.template.as_str()).collect();
            if !own.is_empty() {
                return Some(pick(&mut self.rng, &own).to_owned());
            }
        }
        let risky = chance(&mut self.rng, 1);
        expressions::pick(&mut self.rng, ty, risky).map(str::to_owned)
    }

    /// A variable, a literal, or a value built from these.
    fn leaf(&mut self, ty: Ty) -> String {
        if chance(&mut self.rng, 65)
            && let Some(name) = self.variable(ty, false)
        {
            return name;
        }
        if let Some(literal) = literals::plain(&mut self.rng, ty.0) {
            return literal;
        }
        if chance(&mut self.rng, 2) {
            return format!("(({}) null)", ty.java());
        }
        let template = literals::built(&mut self.rng, ty.0).unwrap_or("((Object) #S)");
        self.fill(template, 0).unwrap_or_else(|| format!("(({}) null)", ty.java()))
    }

    fn variable(&mut self, ty: Ty, writable: bool) -> Option<String> {
        let fitting = self.scope.vars.iter().filter(|var| var.ty == ty && (var.writable || !writable));
        let names: Vec<&str> = fitting.map(|var| var.name.as_str()).collect();
        if names.is_empty() { None } else { Some(pick(&mut self.rng, &names).to_owned()) }
    }

    /// Fills a template; `None` if a hole cannot be filled. `depth` is that of the expressions in it.
    pub fn fill(&mut self, template: &str, depth: u32) -> Option<String> {
        let scope = self.scope.clone();
        let mut saved = Vec::new();
        let filled = self.fill_holes(template, depth, &mut saved);
        if filled.is_err() {
            self.scope = scope;
        }
        filled.ok()
    }

    fn fill_holes(&mut self, template: &str, depth: u32, saved: &mut Vec<Scope>) -> Result<String, Unfilled> {
        let mut chosen = Chosen::default();
        let mut text = String::new();
        let mut rest = template.chars();
        while let Some(c) = rest.next() {
            match c {
                // Annotations are not names.
                '@' if !rest.clone().next().is_some_and(|c| c.is_ascii_digit()) => text.push(c),
                '@' => text.push_str(&self.name(&mut chosen, rest.next().ok_or(Unfilled)?)),
                '#' => {
                    let hole = rest.next().ok_or(Unfilled)?;
                    match hole {
                        '$' | '=' => {
                            let key = (hole, rest.next().ok_or(Unfilled)?);
                            text.push_str(&self.chosen_variable(&mut chosen, key)?);
                        }
                        '`' => {
                            let words: String = rest.by_ref().take_while(|c| *c != '`').collect();
                            text.push_str(pick(&mut self.rng, &words.split(',').collect::<Vec<_>>()));
                        }
                        '+' => {
                            let ty = Ty(rest.next().ok_or(Unfilled)?);
                            let name = self.name(&mut chosen, rest.nth(1).ok_or(Unfilled)?);
                            self.scope.vars.push(Var { name, ty, writable: false, captured: false });
                        }
                        '*' => {
                            let name = self.name(&mut chosen, rest.nth(1).ok_or(Unfilled)?);
                            self.scope.labels.push(name);
                        }
                        ';' => text.push_str(&self.block()),
                        '[' => saved.push(self.scope.clone()),
                        '(' => {
                            saved.push(self.scope.clone());
                            self.enter_body();
                        }
                        ']' | ')' => self.scope = saved.pop().ok_or(Unfilled)?,
                        letter => text.push_str(&self.hole(letter, depth)),
                    }
                }
                c => text.push(c),
            }
        }
        Ok(text)
    }

    /// In a lambda or class body, only effectively final variables of the enclosing method are visible.
    fn enter_body(&mut self) {
        self.scope.vars.retain(|var| var.captured);
        self.scope.labels.clear();
        self.scope.result = None;
    }

    fn hole(&mut self, letter: char, depth: u32) -> String {
        let choices = Ty::choices(letter);
        let ty = if choices.is_empty() { Ty(letter) } else { self.letter(choices) };
        self.expression(ty, if matches!(letter, 'u' | 't') { 0 } else { depth })
    }

    fn name(&mut self, chosen: &mut Chosen, key: char) -> String {
        if let Some((_, name)) = chosen.names.iter().find(|(other, _)| *other == key) {
            return name.clone();
        }
        let name = self.fresh();
        chosen.names.push((key, name.clone()));
        name
    }

    fn chosen_variable(&mut self, chosen: &mut Chosen, key: (char, char)) -> Result<String, Unfilled> {
        if let Some((_, name)) = chosen.variables.iter().find(|(other, _)| *other == key) {
            return Ok(name.clone());
        }
        let choices = Ty::choices(key.1);
        let ty = if choices.is_empty() { Ty(key.1) } else { self.letter(choices) };
        let name = self.variable(ty, key.0 == '=').ok_or(Unfilled)?;
        chosen.variables.push((key, name.clone()));
        Ok(name)
    }

    /// A few statements inside another one.
    fn block(&mut self) -> String {
        let count = 1 + usize::from(self.statement_depth < 2 && chance(&mut self.rng, 40));
        self.statements(count)
    }

    /// This many statements, one after the other.
    pub fn statements(&mut self, count: usize) -> String {
        self.statement_depth += 1;
        let nested = self.statement_depth < 3;
        let text: Vec<String> = (0..count).map(|_| self.statement(nested)).collect();
        self.statement_depth -= 1;
        text.join("\n")
    }

    fn statement(&mut self, nested: bool) -> String {
        if chance(&mut self.rng, 25) {
            return self.declaration();
        }
        for _ in 0..4 {
            let template = statements::pick(&mut self.rng, nested, &self.scope);
            let depth = 1 + u32::from(chance(&mut self.rng, 50)) + u32::from(chance(&mut self.rng, 15));
            if let Some(text) = self.fill(&template, depth) {
                return text;
            }
        }
        self.declaration()
    }

    /// A local variable: either one that changes, or one that does not and can be used in lambdas.
    pub fn declaration(&mut self) -> String {
        let ty = self.letter(Ty::LOCALS);
        let value = self.expression(ty, 2);
        let name = self.fresh();
        let writable = chance(&mut self.rng, 65);
        let word = match self.rng.usize(..4) {
            0 if !writable => "final ",
            _ => "",
        };
        let spelled = if chance(&mut self.rng, 15) && ty.0 != 'Q' && ty.0 != 'F' { "var" } else { ty.java() };
        // With `var`, the type of the variable would be the subclass.
        let spelled = if ty.0 == 'V' { ty.java() } else { spelled };
        let cut = if ty.0 == 'S' { format!("cut({value})") } else { value };
        self.scope.vars.push(Var { name: name.clone(), ty, writable, captured: !writable });
        let used = Ty::choices('x').contains(ty.0) && chance(&mut self.rng, 50);
        let used = if used { format!(" mix({name});") } else { String::new() };
        format!("{word}{spelled} {name} = {cut};{used}")
    }
}
