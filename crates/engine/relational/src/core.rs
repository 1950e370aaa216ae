//! Cores: which groups contradict each other, all minimal cores, and which groups to give up.
//!
//! Sources: deletion with model rotation (Belov and Marques-Silva 2011), all cores by a map of what is known
//! (Liffiton and others, *Fast, flexible MUS enumeration*, 2016), smallest relaxations by hitting sets
//! (Davies and Bacchus 2011).

use crate::circuit::Users;
use crate::problem::GroupId;
use crate::session::{Answer, Session};
use crate::solver::{Batsat, Lit, Outcome, Solver};
use std::collections::BTreeSet;

/// How many flips of a single tuple model rotation may try per core.
const ROTATIONS: usize = 2_000;

/// Groups that cannot hold together, given the facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    /// The groups, in order.
    pub groups: Vec<GroupId>,
    /// Whether every proper subset is known to be satisfiable.
    pub is_minimal: bool,
}

/// Several minimal cores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cores {
    /// All are minimal and distinct.
    pub found: Vec<Core>,
    /// Whether these are all.
    pub is_complete: bool,
}

impl Session {
    /// Minimises a core: without any one of the remaining groups, the rest is satisfiable. If a limit stops
    /// the solver, the result is a core that is not marked minimal.
    pub fn minimise(&mut self, core: &Core) -> Core {
        let mut groups = core.groups.clone();
        let mut needed: BTreeSet<GroupId> = BTreeSet::new();
        let (mut rotations, mut is_minimal) = (ROTATIONS, true);
        let users = self.circuit.users();
        while let Some(&next) = groups.iter().rev().find(|group| !needed.contains(group)) {
            let without: Vec<GroupId> = groups.iter().copied().filter(|&group| group != next).collect();
            match self.solve_groups(&without) {
                // The solver's own core may leave out several groups at once.
                Answer::Unsatisfiable(smaller) => groups = smaller.groups,
                Answer::Satisfiable(_) => {
                    needed.insert(next);
                    let model = self.values();
                    self.rotate(&users, (model, next), &groups, &mut needed, &mut rotations);
                }
                Answer::Stopped => {
                    is_minimal = false;
                    needed.insert(next);
                }
            }
        }
        Core { groups, is_minimal }
    }

    /// A model that breaks a single group shows that the group is necessary. A model for another group is
    /// often only one tuple away.
    fn rotate(
        &self,
        users: &Users,
        first: (Vec<bool>, GroupId),
        groups: &[GroupId],
        needed: &mut BTreeSet<GroupId>,
        rotations: &mut usize,
    ) {
        let mut open = vec![first];
        while let Some((mut model, group)) = open.pop() {
            for input in self.support(group) {
                if *rotations == 0 || self.is_stopped() {
                    return;
                }
                *rotations -= 1;
                let changed = self.circuit.flip(users, &mut model, input);
                if let Some([other]) = self.broken(&model, groups).as_deref()
                    && needed.insert(*other)
                {
                    open.push((model.clone(), *other));
                }
                changed.into_iter().for_each(|node| model[node] = !model[node]);
            }
        }
    }

    /// A minimal core of all groups; `Ok(None)` if they are satisfiable together.
    pub fn minimal_core(&mut self) -> Result<Option<Core>, Stopped> {
        match self.solve() {
            Answer::Satisfiable(_) => Ok(None),
            Answer::Unsatisfiable(core) => Ok(Some(self.minimise(&core))),
            Answer::Stopped => Err(Stopped),
        }
    }

    /// Verifies that a core is unsatisfiable, and satisfiable without any one of its groups. The error
    /// describes what is wrong.
    pub fn verify_minimal(&mut self, core: &Core) -> Result<(), String> {
        match self.solve_groups(&core.groups) {
            Answer::Unsatisfiable(_) => {}
            Answer::Satisfiable(_) => return Err("the core is satisfiable".to_owned()),
            Answer::Stopped => return Err("the core was not decided".to_owned()),
        }
        for &left_out in &core.groups {
            let name = self.problem().groups()[left_out.0 as usize].name.clone();
            let rest: Vec<GroupId> = core.groups.iter().copied().filter(|&g| g != left_out).collect();
            match self.solve_groups(&rest) {
                Answer::Satisfiable(instance) => {
                    let others: Vec<GroupId> =
                        self.all_groups().into_iter().filter(|group| !rest.contains(group)).collect();
                    self.problem()
                        .check(&instance, &others)
                        .map_err(|what| format!("without {name}: {what}"))?;
                }
                Answer::Unsatisfiable(_) => return Err(format!("{name} is not needed")),
                Answer::Stopped => return Err(format!("the core without {name} was not decided")),
            }
        }
        Ok(())
    }

    /// At most `most` minimal cores, the known ones first. A limit ends the search early.
    pub fn cores(&mut self, known: Vec<Core>, most: usize) -> Cores {
        // The map: each of its models is a set of groups about which nothing is known yet.
        let mut map = Batsat::default();
        let all = self.all_groups();
        let on: Vec<Lit> = all.iter().map(|_| map.new_var()).collect();
        let lit = |group: &GroupId| on[group.0 as usize];
        let all_but = |core: &Core| core.groups.iter().map(|group| !lit(group)).collect::<Vec<_>>();
        known.iter().for_each(|core| map.add_clause(&all_but(core)));
        let mut found = known;
        loop {
            if map.solve(&[]) != Outcome::Satisfiable {
                return Cores { found, is_complete: true };
            }
            if found.len() >= most {
                return Cores { found, is_complete: false };
            }
            let seed: Vec<GroupId> = all.iter().copied().filter(|group| map.value(lit(group))).collect();
            match self.solve_groups(&seed) {
                Answer::Stopped => return Cores { found, is_complete: false },
                Answer::Unsatisfiable(core) => {
                    let core = self.minimise(&core);
                    if !core.is_minimal {
                        return Cores { found, is_complete: false };
                    }
                    map.add_clause(&all_but(&core));
                    found.push(core);
                }
                Answer::Satisfiable(_) => {
                    let Ok(largest) = self.grow(seed) else {
                        return Cores { found, is_complete: false };
                    };
                    let missing: Vec<Lit> =
                        all.iter().filter(|group| !largest.contains(group)).map(lit).collect();
                    map.add_clause(&missing);
                }
            }
        }
    }

    /// Extends a satisfiable set of groups to a maximal one. The solver's last model must satisfy `seed`.
    fn grow(&mut self, seed: Vec<GroupId>) -> Result<BTreeSet<GroupId>, Stopped> {
        let all = self.all_groups();
        let satisfied = |session: &Session| -> BTreeSet<GroupId> {
            let broken = session.broken(&session.values(), &all).expect("a model satisfies the facts");
            all.iter().copied().filter(|group| !broken.contains(group)).collect()
        };
        let mut kept: BTreeSet<GroupId> = seed.into_iter().chain(satisfied(self)).collect();
        for &group in &all {
            if kept.contains(&group) {
                continue;
            }
            let more: Vec<GroupId> = kept.iter().copied().chain([group]).collect();
            match self.solve_groups(&more) {
                Answer::Satisfiable(_) => kept.extend(more.into_iter().chain(satisfied(self))),
                Answer::Unsatisfiable(_) => {}
                Answer::Stopped => return Err(Stopped),
            }
        }
        Ok(kept)
    }

    /// The smallest subset of these groups without which all others are satisfiable; empty if all are. `None`
    /// if giving up all of these is not enough.
    pub fn smallest_relaxation(&mut self, soft: &[GroupId]) -> Result<Option<Vec<GroupId>>, Stopped> {
        let mut cores: Vec<Core> = Vec::new();
        loop {
            // Every relaxation hits every core, so a smallest hitting set that is a relaxation is a smallest
            // relaxation.
            let hit = smallest_hitting_set(&cores);
            let rest: Vec<GroupId> = self.all_groups().into_iter().filter(|g| !hit.contains(g)).collect();
            match self.solve_groups(&rest) {
                Answer::Satisfiable(_) => return Ok(Some(hit.into_iter().collect())),
                Answer::Unsatisfiable(core) => {
                    let mut core = self.minimise(&core);
                    core.groups.retain(|group| soft.contains(group));
                    if core.groups.is_empty() {
                        return Ok(None);
                    }
                    cores.push(core);
                }
                Answer::Stopped => return Err(Stopped),
            }
        }
    }
}

/// A limit was reached before the answer was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// Searches by increasing size, so the first set found is smallest: some member of an unhit core must be
/// taken.
fn smallest_hitting_set(cores: &[Core]) -> BTreeSet<GroupId> {
    for size in 0.. {
        let mut taken = BTreeSet::new();
        if hit(cores, size, &mut taken) {
            return taken;
        }
    }
    unreachable!("all groups of all cores hit every core")
}

fn hit(cores: &[Core], size: usize, taken: &mut BTreeSet<GroupId>) -> bool {
    let Some(unhit) = cores.iter().find(|core| core.groups.iter().all(|group| !taken.contains(group))) else {
        return true;
    };
    size > 0
        && unhit.groups.iter().any(|&group| {
            taken.insert(group);
            let done = hit(cores, size - 1, taken);
            if !done {
                taken.remove(&group);
            }
            done
        })
}
