//! The laws of [`Solver`], for every implementation, compared with trying all assignments.

use fastrand::Rng;
use relational::{Batsat, Lit, Outcome, Solver, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn literal(r: &mut Rng, variables: usize) -> Lit {
    let number = r.usize(..variables) as i32 + 1;
    Lit(if r.bool() { number } else { -number })
}

fn holds(lit: Lit, assignment: u32) -> bool {
    (assignment >> lit.index() & 1 == 1) != lit.is_negated()
}

fn is_satisfiable(clauses: &[Vec<Lit>], assumptions: &[Lit], variables: usize) -> bool {
    (0..1u32 << variables).any(|assignment| {
        clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit, assignment)))
            && assumptions.iter().all(|&lit| holds(lit, assignment))
    })
}

fn check_laws<S: Solver + Default>() {
    const VARIABLES: usize = 8;
    for seed in 0..300 {
        let mut r = Rng::with_seed(seed);
        let mut solver = S::default();
        let has_proof = solver.record_proof();
        for number in 1..=VARIABLES as i32 {
            assert_eq!(solver.new_var(), Lit(number), "variables are numbered without gaps");
        }
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..8 {
            for _ in 0..r.usize(..8) {
                let clause: Vec<Lit> = (0..1 + r.usize(..4)).map(|_| literal(&mut r, VARIABLES)).collect();
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            let assumptions: Vec<Lit> = (0..r.usize(..5)).map(|_| literal(&mut r, VARIABLES)).collect();
            match solver.solve(&assumptions) {
                Outcome::Satisfiable => {
                    let holds = |lit: &Lit| solver.value(*lit);
                    assert!(assumptions.iter().all(holds), "assumptions hold, seed {seed}");
                    assert!(
                        clauses.iter().all(|clause| clause.iter().any(holds)),
                        "clauses hold, seed {seed}"
                    );
                }
                Outcome::Unsatisfiable => {
                    let core = solver.core();
                    assert!(
                        core.iter().all(|lit| assumptions.contains(lit)),
                        "a core has assumptions, seed {seed}"
                    );
                    assert!(!is_satisfiable(&clauses, &core, VARIABLES), "a core contradicts, seed {seed}");
                    if has_proof {
                        assert_eq!(solver.proof().expect("recorded").check(&core), Ok(()), "seed {seed}");
                    }
                }
                Outcome::Stopped => panic!("nobody stopped it"),
            }
        }
    }
}

/// The pigeonhole principle: one pigeon more than holes.
fn pigeons<S: Solver + Default>(holes: usize) -> S {
    let mut solver = S::default();
    let sits: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| solver.new_var()).collect()).collect();
    sits.iter().for_each(|pigeon| solver.add_clause(pigeon));
    for hole in 0..holes {
        for (i, a) in sits.iter().enumerate() {
            sits[i + 1..].iter().for_each(|b| solver.add_clause(&[!a[hole], !b[hole]]));
        }
    }
    solver
}

fn check_limit<S: Solver + Default>() {
    let mut solver = pigeons::<S>(8);
    solver.limit_conflicts(Some(10));
    assert_eq!(solver.solve(&[]), Outcome::Stopped);
    solver.limit_conflicts(None);
    assert_eq!(solver.solve(&[]), Outcome::Unsatisfiable);
    assert!(solver.core().is_empty());
}

/// Solving for eleven pigeons would take minutes.
fn check_stop<S: Solver + Default>() {
    let mut solver = pigeons::<S>(11);
    let flag = Arc::new(AtomicBool::new(false));
    solver.stop_when(Stop::when(Arc::clone(&flag)));
    let watch = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        flag.store(true, Ordering::Relaxed);
    });
    assert_eq!(solver.solve(&[]), Outcome::Stopped);
    watch.join().expect("it only waits");
    assert_eq!(solver.solve(&[]), Outcome::Stopped, "it stays stopped");
    solver.stop_when(Stop::default());
    solver.limit_conflicts(Some(100));
    assert_eq!(solver.solve(&[]), Outcome::Stopped, "it can go on, to the next limit");
}

fn check_empty_clause<S: Solver + Default>() {
    let mut solver = S::default();
    assert_eq!(solver.solve(&[]), Outcome::Satisfiable);
    solver.add_clause(&[]);
    assert_eq!(solver.solve(&[]), Outcome::Unsatisfiable);
}

#[test]
fn batsat_obeys_the_laws() {
    check_laws::<Batsat>();
    check_limit::<Batsat>();
    check_stop::<Batsat>();
    check_empty_clause::<Batsat>();
}

#[test]
#[cfg(feature = "cadical")]
fn cadical_obeys_the_laws() {
    check_laws::<relational::Cadical>();
    check_limit::<relational::Cadical>();
    check_stop::<relational::Cadical>();
    check_empty_clause::<relational::Cadical>();
}
