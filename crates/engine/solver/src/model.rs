//! The steps of a model (`axioms::cat::program`) as relational logic.

use crate::Overflow;
use crate::builtins::{Orders, builtin};
use crate::run::{Frame, Run};
use axioms::cat::program::{self, Choice, Exec, Guess, Nary, Program, Role, Slot, Source, Statement, Unary};
use relational::{Atom, Decl, Expr, Formula, Problem, Stop, TupleSet, Var, upper_bound};
use std::collections::BTreeMap;

/// A constraint of the model.
#[derive(Debug, Clone)]
pub(crate) struct Axiom {
    /// The name, with the indices of the enclosing blocks.
    pub name: String,
    /// The name without the indices.
    pub base: String,
    /// `file:line:column`.
    pub place: String,
    pub formula: Formula,
    /// Whether it requires that a guessed order extends something.
    pub is_order: bool,
}

/// The value of a slot. `Nothing` and `Everything` are sets or relations, depending on the context.
#[derive(Debug, Clone)]
enum Held {
    Nothing,
    Everything(Exec),
    Is(Expr),
}

/// A model over the executions of a question.
pub(crate) struct Translation<'a> {
    frame: &'a Frame<'a>,
    runs: &'a [Run],
    orders: &'a [Orders],
    slots: Vec<Held>,
    copies: u32,
    stop: Stop,
    pub axioms: Vec<Axiom>,
    /// The guessed sets, by name.
    pub guesses: BTreeMap<String, Expr>,
    /// The guessed orders, by name.
    pub chosen: BTreeMap<String, Expr>,
}

impl<'a> Translation<'a> {
    pub fn new(
        frame: &'a Frame<'a>,
        runs: &'a [Run],
        orders: &'a [Orders],
        program: &Program,
        stop: Stop,
    ) -> Self {
        let slots = vec![Held::Nothing; program.slots];
        let (guesses, chosen) = (BTreeMap::new(), BTreeMap::new());
        Translation { frame, runs, orders, slots, copies: 0, stop, axioms: Vec::new(), guesses, chosen }
    }

    pub fn translate(&mut self, problem: &mut Problem, program: &Program) -> Result<(), Overflow> {
        program.steps.iter().try_for_each(|step| self.step(problem, step))
    }

    fn step(&mut self, problem: &mut Problem, step: &Statement) -> Result<(), Overflow> {
        match step {
            Statement::Load(slot, exec, source) => self.slots[*slot] = Held::Is(self.load(*exec, *source)?),
            Statement::Let(slot, expr) => self.slots[*slot] = self.expr(expr),
            Statement::Fix { slots, body } => self.fix(slots, body),
            Statement::Copy(slot) => {
                let layout = self.frame.layout;
                let actions = 0..layout.actions.len() as Atom;
                let number = self.copies;
                let copies = actions.map(|action| (action, layout.copy(number, action)));
                self.copies += 1;
                let all = Expr::union_all(self.runs.iter().map(|run| run.acts.clone()).collect());
                let copies = Expr::constant(TupleSet::of_pairs(copies));
                self.slots[*slot] = Held::Is(all.diagonal().join(&copies));
            }
            Statement::Choose(choice) => self.choose(problem, choice)?,
            Statement::Guess(guess) => self.guess(problem, guess)?,
            Statement::Test(test) if test.role == Role::Check => {
                let formula = self.formula(&test.formula);
                self.axioms.push(Axiom {
                    name: test.name.clone(),
                    base: test.axiom.clone(),
                    place: test.place.clone(),
                    formula,
                    is_order: false,
                });
            }
            // A flag is a remark about an execution, not a constraint.
            Statement::Test(_) => {}
        }
        Ok(())
    }

    fn load(&self, exec: Exec, source: Source) -> Result<Expr, Overflow> {
        let (layout, run) = (self.frame.layout, &self.runs[exec]);
        Ok(match source {
            Source::Named(name) => builtin(self.frame, run, &self.orders[exec], name)
                .ok_or(Overflow::Unsupported("coherence or final writes of several executions"))?,
            Source::Thread(number) => {
                let of_thread =
                    |a| layout.class(a).is_some_and(|class| class.thread.index() == number as usize);
                run.acts.intersect(&layout.set(of_thread))
            }
            Source::Location(number) => {
                let loc = layout.locations.get(number as usize).copied();
                run.acts.intersect(&layout.set(|a| loc.is_some() && layout.location(a) == loc))
            }
        })
    }

    /// The value as a relation of this arity.
    fn coerce(&self, held: &Held, arity: usize) -> Expr {
        match held {
            Held::Is(expr) => expr.clone(),
            Held::Nothing => Expr::none(arity),
            Held::Everything(exec) => {
                let all = &self.runs[*exec].acts;
                if arity == 1 { all.clone() } else { all.product(all) }
            }
        }
    }

    /// Converts all parts to one arity: that of the first that has one, otherwise sets.
    fn alike(&self, parts: &[Held]) -> Vec<Expr> {
        let arity = parts.iter().find_map(|part| match part {
            Held::Is(expr) => Some(expr.arity()),
            _ => None,
        });
        parts.iter().map(|part| self.coerce(part, arity.unwrap_or(1))).collect()
    }

    fn relation(&self, expr: &program::Expr) -> Expr {
        self.coerce(&self.expr(expr), 2)
    }

    fn set(&self, expr: &program::Expr) -> Expr {
        self.coerce(&self.expr(expr), 1)
    }

    fn expr(&self, expr: &program::Expr) -> Held {
        Held::Is(match expr {
            program::Expr::Slot(slot) => return self.slots[*slot].clone(),
            program::Expr::Nothing => return Held::Nothing,
            program::Expr::Everything(exec) => return Held::Everything(*exec),
            program::Expr::Nary(op, operands) => return self.nary(*op, operands),
            program::Expr::Product(a, b) => self.set(a).product(&self.set(b)),
            program::Expr::Domain(inner) => self.relation(inner).domain(),
            program::Expr::Range(inner) => self.relation(inner).range(),
            program::Expr::Unary(op, inner) => return self.unary(*op, inner),
        })
    }

    fn nary(&self, op: Nary, operands: &[program::Expr]) -> Held {
        let mut parts: Vec<Held> = operands.iter().map(|operand| self.expr(operand)).collect();
        match op {
            Nary::Union => {
                parts.retain(|part| !matches!(part, Held::Nothing));
                match parts.as_slice() {
                    [] => Held::Nothing,
                    [only] => only.clone(),
                    parts => Held::Is(Expr::union_all(self.alike(parts))),
                }
            }
            Nary::Inter if parts.iter().any(|part| matches!(part, Held::Nothing)) => Held::Nothing,
            Nary::Inter => Held::Is(Expr::intersect_all(self.alike(&parts))),
            Nary::Diff => {
                let parts = self.alike(&parts);
                Held::Is(parts[1..].iter().fold(parts[0].clone(), |rest, part| rest.minus(part)))
            }
            Nary::Seq => {
                let parts: Vec<Expr> = parts.iter().map(|part| self.coerce(part, 2)).collect();
                Held::Is(parts[1..].iter().fold(parts[0].clone(), |path, part| path.join(part)))
            }
        }
    }

    fn unary(&self, op: Unary, inner: &program::Expr) -> Held {
        let all = &self.runs[0].acts;
        Held::Is(match op {
            Unary::Plus => self.relation(inner).closure(),
            Unary::Star => self.relation(inner).closure().union(&all.diagonal()),
            Unary::Opt => self.relation(inner).union(&all.diagonal()),
            Unary::Inverse => self.relation(inner).transpose(),
            Unary::Identity => self.set(inner).diagonal(),
            Unary::Complement => match self.expr(inner) {
                Held::Nothing => return Held::Everything(0),
                Held::Everything(_) => return Held::Nothing,
                Held::Is(expr) if expr.arity() == 1 => all.minus(&expr),
                Held::Is(expr) => all.product(all).minus(&expr),
            },
        })
    }

    /// Translates a recursive definition as a least fixpoint. The body may define more than the slots; these
    /// are ordinary definitions.
    fn fix(&mut self, slots: &[Slot], body: &[Statement]) {
        let arities = self.arities(slots, body);
        let names: Vec<relational::Slot> =
            arities.iter().map(|&arity| relational::Slot::fresh(arity)).collect();
        for (&slot, &name) in slots.iter().zip(&names) {
            self.slots[slot] = Held::Is(Expr::slot(name));
        }
        let mut bodies: Vec<Option<Expr>> = vec![None; slots.len()];
        for step in body {
            match step {
                Statement::Let(slot, expr) => {
                    let held = self.expr(expr);
                    match slots.iter().position(|s| s == slot) {
                        // The slot itself keeps its value until all bodies are known.
                        Some(i) => bodies[i] = Some(self.coerce(&held, arities[i])),
                        None => self.slots[*slot] = held,
                    }
                }
                Statement::Fix { slots, body } => self.fix(slots, body),
                _ => unreachable!("the checker puts only definitions into recursion"),
            }
        }
        let missing = |(i, body): (usize, Option<Expr>)| body.unwrap_or_else(|| Expr::none(arities[i]));
        let bodies: Vec<Expr> = bodies.into_iter().enumerate().map(missing).collect();
        for (&slot, least) in slots.iter().zip(Expr::least(&names, &bodies)) {
            self.slots[slot] = Held::Is(least);
        }
        // The other definitions of the body have their values at the end of the recursion.
        for step in body {
            match step {
                Statement::Let(slot, expr) if !slots.contains(slot) => self.slots[*slot] = self.expr(expr),
                Statement::Fix { slots, body } => self.fix(slots, body),
                _ => {}
            }
        }
    }

    /// Infers whether slots are sets or relations: the arity of one definition determines others.
    fn arities(&self, slots: &[Slot], body: &[Statement]) -> Vec<usize> {
        let mut known: BTreeMap<Slot, usize> = BTreeMap::new();
        for _ in 0..=body.len() {
            for step in body {
                if let Statement::Let(slot, expr) = step
                    && let Some(arity) = self.arity(expr, slots, &known)
                {
                    known.insert(*slot, arity);
                }
            }
        }
        slots.iter().map(|slot| known.get(slot).copied().unwrap_or(2)).collect()
    }

    fn arity(&self, expr: &program::Expr, open: &[Slot], known: &BTreeMap<Slot, usize>) -> Option<usize> {
        match expr {
            program::Expr::Slot(slot) => known.get(slot).copied().or_else(|| match &self.slots[*slot] {
                Held::Is(expr) if !open.contains(slot) => Some(expr.arity()),
                _ => None,
            }),
            program::Expr::Nothing | program::Expr::Everything(_) => None,
            program::Expr::Nary(Nary::Seq, _) | program::Expr::Product(..) => Some(2),
            program::Expr::Nary(_, operands) => operands.iter().find_map(|e| self.arity(e, open, known)),
            program::Expr::Domain(_) | program::Expr::Range(_) => Some(1),
            program::Expr::Unary(Unary::Complement, inner) => self.arity(inner, open, known),
            program::Expr::Unary(..) => Some(2),
        }
    }

    /// Declares a guessed order: total on everything that the set may contain, restricted to the set. Every
    /// total order of a subset is the restriction of one of the whole.
    fn choose(&mut self, problem: &mut Problem, choice: &Choice) -> Result<(), Overflow> {
        let layout = self.frame.layout;
        let set = self.set(&choice.set);
        let may: Vec<Atom> = upper_bound(problem, &set, &self.stop)?.firsts().collect();
        let mut parts: BTreeMap<Option<event::Loc>, Vec<Atom>> = BTreeMap::new();
        for atom in may {
            let is_action = (atom as usize) < layout.actions.len();
            let loc = if choice.per_location && is_action { layout.location(atom) } else { None };
            parts.entry(loc).or_default().push(atom);
        }
        let orders = parts.values().map(|atoms| problem.total_order(&choice.name, atoms));
        let whole = Expr::union_all(orders.chain([Expr::none(2)]).collect());
        let order = set.diagonal().join(&whole).join(&set.diagonal());
        let inside = set.diagonal().join(&self.relation(&choice.relation)).join(&set.diagonal());
        let formula = if choice.per_location {
            // Edges between different locations do not constrain the order.
            let same = layout.pairs(|a, b| layout.location(a) == layout.location(b));
            inside.intersect(&same).in_(&order)
        } else {
            inside.in_(&order)
        };
        let base = choice.name.split('[').next().unwrap_or_default().to_owned();
        self.axioms.push(Axiom {
            name: choice.name.clone(),
            base,
            place: choice.place.clone(),
            formula,
            is_order: true,
        });
        self.chosen.insert(choice.name.clone(), order.clone());
        self.slots[choice.slot] = Held::Is(order);
        Ok(())
    }

    fn guess(&mut self, problem: &mut Problem, guess: &Guess) -> Result<(), Overflow> {
        let within = self.set(&guess.within);
        let upper = upper_bound(problem, &within, &self.stop)?;
        let set = problem.relation(&guess.name, TupleSet::empty(1), upper);
        problem.fact(set.in_(&within));
        self.guesses.insert(guess.name.clone(), set.clone());
        self.slots[guess.slot] = Held::Is(set);
        Ok(())
    }

    fn formula(&mut self, formula: &program::Formula) -> Formula {
        match formula {
            program::Formula::Acyclic(e) => self.relation(e).acyclic(),
            program::Formula::Irreflexive(e) => self.relation(e).irreflexive(),
            program::Formula::No(e) => self.set(e).no(),
            program::Formula::Some(e) => self.set(e).some(),
            program::Formula::One(e) => self.set(e).one(),
            program::Formula::Lone(e) => self.set(e).lone(),
            program::Formula::In(a, b) => {
                let parts = self.alike(&[self.expr(a), self.expr(b)]);
                parts[0].in_(&parts[1])
            }
            program::Formula::Equal(a, b) => {
                let parts = self.alike(&[self.expr(a), self.expr(b)]);
                parts[0].equals(&parts[1])
            }
            program::Formula::Not(f) => self.formula(f).negated(),
            program::Formula::And(parts) => Formula::and(parts.iter().map(|f| self.formula(f)).collect()),
            program::Formula::Or(parts) => Formula::or(parts.iter().map(|f| self.formula(f)).collect()),
            program::Formula::Implies(f, g) => self.formula(f).implies(&self.formula(g)),
            program::Formula::Iff(f, g) => self.formula(f).iff(&self.formula(g)),
            program::Formula::Forall(q) => {
                let (decl, body) = self.quantified(q);
                Formula::for_all(vec![decl], &body)
            }
            program::Formula::Exists(q) => {
                let (decl, body) = self.quantified(q);
                Formula::exists(vec![decl], &body)
            }
        }
    }

    fn quantified(&mut self, q: &program::Quantified) -> (Decl, Formula) {
        let var = Var::fresh();
        let decl = Decl::new(var, self.set(&q.set));
        self.slots[q.slot] = Held::Is(Expr::var(var));
        for step in &q.steps {
            match step {
                Statement::Let(slot, expr) => self.slots[*slot] = self.expr(expr),
                Statement::Fix { slots, body } => self.fix(slots, body),
                _ => unreachable!("the checker puts only definitions under a quantifier"),
            }
        }
        (decl, self.formula(&q.body))
    }
}
