//! Random problems over tiny universes: the translation must agree with the definition on every one.
//!
//! The oracle enumerates all instances within the bounds and evaluates each with the ground evaluator. An
//! instance that the solver finds is evaluated the same way, a refutation is checked as a proof, and cores
//! are checked for minimality.

use fastrand::Rng;
use relational::{
    Answer, Batsat, Comparison, Core, Decl, Expr, Formula, GroupId, Instance, Problem, Session, Slot, Solver,
    SolvingLimits, Stop, TupleSet, Var,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const UNIVERSE: u32 = 3;

/// Relations from which to build trees, and variables in scope.
struct Scope {
    sets: Vec<Expr>,
    pairs: Vec<Expr>,
}

fn set(r: &mut Rng, scope: &Scope, depth: usize) -> Expr {
    if depth == 0 {
        return scope.sets[r.usize(..scope.sets.len())].clone();
    }
    let d = depth - 1;
    match r.usize(..9) {
        0 => set(r, scope, d).union(&set(r, scope, d)),
        1 => set(r, scope, d).intersect(&set(r, scope, d)),
        2 => set(r, scope, d).minus(&set(r, scope, d)),
        3 => set(r, scope, d).join(&pairs(r, scope, d)),
        4 => pairs(r, scope, d).join(&set(r, scope, d)),
        5 => pairs(r, scope, d).domain(),
        6 => {
            let var = Var::fresh();
            let domain = set(r, scope, d);
            let inner = with(scope, var);
            Expr::comprehension(vec![Decl::new(var, domain)], &formula(r, &inner, d))
        }
        7 => Expr::if_else(&formula(r, scope, d), &set(r, scope, d), &set(r, scope, d)),
        _ => pairs(r, scope, d).range(),
    }
}

fn pairs(r: &mut Rng, scope: &Scope, depth: usize) -> Expr {
    if depth == 0 {
        return scope.pairs[r.usize(..scope.pairs.len())].clone();
    }
    let d = depth - 1;
    match r.usize(..11) {
        0 => pairs(r, scope, d).union(&pairs(r, scope, d)),
        1 => pairs(r, scope, d).intersect(&pairs(r, scope, d)),
        2 => pairs(r, scope, d).minus(&pairs(r, scope, d)),
        3 => pairs(r, scope, d).join(&pairs(r, scope, d)),
        4 => set(r, scope, d).product(&set(r, scope, d)),
        5 => pairs(r, scope, d).transpose(),
        6 => pairs(r, scope, d).closure(),
        7 => pairs(r, scope, d).reflexive_closure(),
        8 => set(r, scope, d).diagonal(),
        9 => {
            let (a, b) = (Var::fresh(), Var::fresh());
            let decls = vec![Decl::new(a, set(r, scope, d)), Decl::new(b, set(r, scope, d))];
            Expr::comprehension(decls, &formula(r, &with(&with(scope, a), b), d))
        }
        _ => {
            // Two relations that define each other, monotonically.
            let (s, t) = (Slot::fresh(2), Slot::fresh(2));
            let bodies = [
                pairs(r, scope, d).union(&Expr::slot(t).join(&pairs(r, scope, d))),
                pairs(r, scope, d).union(&Expr::slot(s).transpose()),
            ];
            Expr::least(&[s, t], &bodies)[r.usize(..2)].clone()
        }
    }
}

fn with(scope: &Scope, var: Var) -> Scope {
    let mut sets = scope.sets.clone();
    sets.push(Expr::var(var));
    Scope { sets, pairs: scope.pairs.clone() }
}

fn formula(r: &mut Rng, scope: &Scope, depth: usize) -> Formula {
    let d = depth.saturating_sub(1);
    let number = r.usize(..4) as u32;
    match r.usize(..if depth == 0 { 4 } else { 11 }) {
        0 => set(r, scope, d).in_(&set(r, scope, d)),
        1 => pairs(r, scope, d).in_(&pairs(r, scope, d)),
        2 => pairs(r, scope, d).acyclic(),
        3 => {
            let comparison = [Comparison::AtMost, Comparison::AtLeast, Comparison::Exactly][r.usize(..3)];
            let counted = if r.usize(..2) == 0 { set(r, scope, d) } else { pairs(r, scope, d) };
            counted.count(comparison, number)
        }
        4 => formula(r, scope, d).negated(),
        5 => Formula::or(vec![formula(r, scope, d), formula(r, scope, d)]),
        6 => formula(r, scope, d).iff(&formula(r, scope, d)),
        7 => set(r, scope, d).equals(&set(r, scope, d)),
        8 => pairs(r, scope, d).total_order_on(&set(r, scope, d)),
        kind => {
            let (a, b) = (Var::fresh(), Var::fresh());
            let inner = with(&with(scope, a), b);
            // The second domain may depend on the first variable.
            let decls = vec![Decl::new(a, set(r, scope, d)), Decl::new(b, set(r, &with(scope, a), d.min(1)))];
            let body = formula(r, &inner, d);
            if kind == 9 { Formula::for_all(decls, &body) } else { Formula::exists(decls, &body) }
        }
    }
}

fn subset(r: &mut Rng, all: &TupleSet, keep: usize) -> TupleSet {
    let mut chosen = TupleSet::empty(all.arity());
    all.iter().for_each(|tuple| {
        if r.usize(..100) < keep {
            chosen.insert(tuple.to_vec());
        }
    });
    chosen
}

/// A problem with two sets, two relations, perhaps a total order, and a few groups.
fn problem(r: &mut Rng) -> Problem {
    let mut problem = Problem::new(UNIVERSE);
    let mut scope = Scope { sets: vec![Expr::univ()], pairs: vec![Expr::iden()] };
    for (arity, keep) in [(1, 70), (1, 50), (2, 45)] {
        let upper = subset(r, &TupleSet::all(arity, UNIVERSE), keep);
        let lower = subset(r, &upper, 15);
        let relation = problem.relation("r", lower, upper);
        if arity == 1 { scope.sets.push(relation) } else { scope.pairs.push(relation) }
    }
    if r.usize(..2) == 0 {
        scope.pairs.push(problem.total_order("o", &[0, 1, 2][..2 + r.usize(..2)]));
    }
    let fact = formula(r, &scope, 1);
    problem.fact(fact);
    for i in 0..1 + r.usize(..4) {
        let formula = formula(r, &scope, 2);
        problem.group(format!("g{i}"), formula);
    }
    problem
}

/// Every set of groups that some instance satisfies together, as a bit mask, by evaluating all instances.
fn satisfied_together(problem: &Problem) -> Vec<u32> {
    let all: Vec<GroupId> = (0..problem.groups().len() as u32).map(GroupId).collect();
    let instances = problem.instances().filter(|instance| problem.check(instance, &all).is_ok());
    let mask = |instance: Instance| {
        let holds = problem.groups().iter().map(|group| instance.satisfies(&group.formula));
        holds.enumerate().fold(0, |mask, (i, holds)| mask | u32::from(holds) << i)
    };
    let mut masks: Vec<u32> = instances.map(mask).collect();
    masks.sort_unstable();
    masks.dedup();
    masks
}

fn mask_of(groups: &[GroupId]) -> u32 {
    groups.iter().fold(0, |mask, group| mask | 1 << group.0)
}

fn session(problem: &Problem) -> Session {
    let mut solver = Box::new(Batsat::default());
    assert!(solver.record_proof());
    Session::new(problem.clone(), solver, SolvingLimits::default()).expect("nobody stops it")
}

#[test]
fn answers_agree_with_the_definition_and_cores_are_minimal() {
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for seed in 0..200 {
        let mut random = Rng::with_seed(seed);
        let problem = problem(&mut random);
        let mut session = session(&problem);
        match session.solve() {
            Answer::Satisfiable(instance) => {
                satisfiable += 1;
                assert_eq!(problem.check(&instance, &[]), Ok(()), "seed {seed}");
                let all = session.all_groups();
                assert_eq!(session.smallest_relaxation(&all), Ok(Some(Vec::new())), "seed {seed}");
            }
            Answer::Unsatisfiable(core) => {
                unsatisfiable += 1;
                let selectors: Vec<_> = core.groups.iter().map(|&group| session.selector(group)).collect();
                let proof = session.solver().proof().expect("recorded");
                assert_eq!(proof.check(&selectors), Ok(()), "seed {seed}");
                let masks = satisfied_together(&problem);
                let possible = |mask: u32| masks.iter().any(|known| known & mask == mask);
                assert!(!possible(mask_of(&core.groups)), "seed {seed}: the core has an instance");
                let core = session.minimise(&core);
                check_core(&core, &possible, seed);
                assert_eq!(session.verify_minimal(&core), Ok(()), "seed {seed}");
                check_all_cores(&mut session, &possible, seed);
            }
            Answer::Stopped => panic!("there is no limit"),
        }
    }
    assert!(satisfiable > 40 && unsatisfiable > 40, "{satisfiable} {unsatisfiable}");
}

fn check_core(core: &Core, possible: &dyn Fn(u32) -> bool, seed: u64) {
    assert!(core.is_minimal);
    let mask = mask_of(&core.groups);
    assert!(!possible(mask), "seed {seed}: the core has an instance");
    for left_out in &core.groups {
        assert!(possible(mask & !(1 << left_out.0)), "seed {seed}: {left_out:?} is not needed");
    }
}

/// Compares all minimal cores and the smallest relaxation with those found by trying all sets of groups.
fn check_all_cores(session: &mut Session, possible: &dyn Fn(u32) -> bool, seed: u64) {
    let groups = session.all_groups();
    let subsets = 0..1u32 << groups.len();
    // Once for all groups, and once with the first one as a fact.
    for fixed in 0..2 {
        let kept = |mask: u32| mask & fixed == fixed && possible(mask);
        let best = subsets.clone().filter(|&mask| kept(mask)).map(u32::count_ones).max();
        let given_up = session.smallest_relaxation(&groups[fixed as usize..]).expect("there is no limit");
        let size = given_up.map(|given_up| given_up.len());
        assert_eq!(size, best.map(|kept| groups.len() - kept as usize), "seed {seed}: smallest relaxation");
    }
    let is_core = |&mask: &u32| {
        !possible(mask) && groups.iter().all(|g| mask >> g.0 & 1 == 0 || possible(mask & !(1 << g.0)))
    };
    let mut expected: Vec<u32> = subsets.filter(is_core).collect();
    let cores = session.cores(Vec::new(), 100);
    assert!(cores.is_complete);
    let mut found: Vec<u32> = cores.found.iter().map(|core| mask_of(&core.groups)).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "seed {seed}: all minimal cores");
}

/// A long translation ends when asked to stop.
#[test]
fn a_translation_can_be_stopped() {
    let mut problem = Problem::new(400);
    let rel = problem.relation("r", TupleSet::empty(2), TupleSet::all(2, 400));
    problem.group("no cycle", rel.acyclic());
    let flag = Arc::new(AtomicBool::new(false));
    let limits = SolvingLimits { stop: Stop::when(Arc::clone(&flag)), ..SolvingLimits::default() };
    let watch = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
    });
    let since = Instant::now();
    assert!(Session::new(problem, Box::new(Batsat::default()), limits).is_err());
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    watch.join().expect("it only waits");
}

/// Symmetry breaking does not change the answer.
#[test]
fn symmetry_breaking_loses_no_answer() {
    for seed in 0..100 {
        let build = |symmetric: bool| {
            let mut r = Rng::with_seed(seed);
            let mut problem = Problem::new(UNIVERSE);
            let set = problem.relation("s", TupleSet::empty(1), TupleSet::all(1, UNIVERSE));
            let rel = problem.relation("r", TupleSet::empty(2), TupleSet::all(2, UNIVERSE));
            let scope = Scope { sets: vec![set, Expr::univ()], pairs: vec![rel, Expr::iden()] };
            for i in 0..3 {
                let formula = formula(&mut r, &scope, 3);
                problem.group(format!("g{i}"), formula);
            }
            if symmetric {
                problem.interchangeable((0..UNIVERSE).collect());
            }
            problem
        };
        let [with, without] = [true, false].map(|symmetric| {
            let problem = build(symmetric);
            match session(&problem).solve() {
                Answer::Satisfiable(instance) => {
                    assert_eq!(problem.check(&instance, &[]), Ok(()));
                    true
                }
                _ => false,
            }
        });
        assert_eq!(with, without, "seed {seed}");
    }
}

#[test]
#[should_panic(expected = "0 and 1 differ in s")]
fn atoms_with_different_bounds_are_not_interchangeable() {
    let mut problem = Problem::new(2);
    problem.relation("s", TupleSet::of_atoms([0]), TupleSet::of_atoms([0, 1]));
    problem.interchangeable(vec![0, 1]);
    session(&problem);
}

/// Two solvers that share no code agree.
#[test]
#[cfg(feature = "cadical")]
fn the_second_solver_agrees() {
    for seed in 0..300 {
        let problem = problem(&mut Rng::with_seed(seed));
        let mut other =
            Session::new(problem.clone(), Box::new(relational::Cadical::default()), SolvingLimits::default())
                .expect("nobody stops it");
        match (session(&problem).solve(), other.solve()) {
            (Answer::Satisfiable(_), Answer::Satisfiable(instance)) => {
                assert_eq!(problem.check(&instance, &[]), Ok(()), "seed {seed}");
            }
            (Answer::Unsatisfiable(_), Answer::Unsatisfiable(core)) => {
                let core = other.minimise(&core);
                assert_eq!(session(&problem).verify_minimal(&core), Ok(()), "seed {seed}");
            }
            (first, second) => panic!("seed {seed}: {first:?} and {second:?}"),
        }
    }
}
