//! What an execution provides to a model file: the built-in sets and relations (`docs/CAT.md`), as
//! expressions.
//!
//! The orders that a model uses are declared on demand. Facts about every candidate execution
//! (`axioms::candidates`): monitors exclude each other, and monitors, starts and joins do not contradict
//! program order.

use crate::chains::freezes;
use crate::layout::{Action, Layout};
use crate::run::{Frame, Run};
use crate::trees::Trees;
use axioms::cat::Builtin;
use event::{EventKind, Fence, Loc, MonitorId, ReadMode, RmwMode, SyncObj, WriteMode};
use relational::{Atom, Expr, Formula, Problem, TupleSet};
use std::collections::{BTreeMap, BTreeSet};

/// The orders of an execution.
#[derive(Debug, Clone)]
pub(crate) struct Orders {
    /// The order in which each monitor is entered and left.
    pub lo: Expr,
    /// A start before all actions of its thread, an end before its joins.
    pub start_join: Expr,
    /// The synchronisation order, per object; of volatile variables only if the model uses it.
    pub so: Expr,
    /// Synchronizes-with.
    pub sw: Expr,
    /// Happens-before.
    pub hb: Expr,
    /// The coherence order, if the model uses it.
    pub co: Option<Expr>,
    /// The last write to each location, where it is decided.
    pub last: BTreeMap<Loc, Expr>,
}

/// Which orders to declare.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wanted {
    /// The order of monitors, and that synchronisation does not contradict program order; models about
    /// several executions state this themselves.
    pub monitor_order: bool,
    pub volatile_order: bool,
    pub coherence: bool,
    pub final_writes: bool,
}

/// Declares the orders of an execution.
pub(crate) fn declare_orders(
    frame: &Frame<'_>,
    problem: &mut Problem,
    (name, run): (&str, &Run),
    wanted: Wanted,
    observed: &[Loc],
) -> Orders {
    let layout = frame.layout;
    let mut so = Vec::new();
    let lo = if wanted.monitor_order { monitor_orders(frame, problem, name, run) } else { Expr::none(2) };
    so.push(lo.clone());
    let joins = layout.pairs(|a, b| {
        let (Some(a), Some(b)) = (layout.class(a), layout.class(b)) else { return false };
        a.kind == EventKind::End && b.kind == EventKind::Join(a.thread)
    });
    let joins = within(&joins, &run.acts);
    // A performed join follows a performed end.
    let joined = layout.set(|a| layout.class(a).is_some_and(|c| matches!(c.kind, EventKind::Join(_))));
    problem.fact(run.acts.intersect(&joined).in_(&joins.range()));
    so.push(joins.clone());
    if wanted.volatile_order {
        for &loc in &layout.locations {
            so.push(volatile_order(frame, problem, name, run, loc));
        }
    }
    let so = Expr::union_all(so);
    let starts = layout.pairs(|a, b| {
        let (Some(a), Some(b)) = (layout.class(a), layout.class(b)) else { return false };
        a.kind == EventKind::Start(b.thread)
    });
    let starts = within(&starts, &run.acts);
    let start_join = starts.union(&joins);
    let kinds = |holds: fn(EventKind) -> bool| layout.set(|a| layout.class(a).is_some_and(|c| holds(c.kind)));
    let release = kinds(EventKind::is_release).diagonal();
    let acquire = kinds(EventKind::is_acquire).diagonal();
    let initial = layout.set(|a| layout.class(a).is_none());
    let firsts = run.acts.minus(&initial).minus(&run.po.range());
    let edges = release.join(&so).join(&acquire).union(&starts.intersect(&Expr::univ().product(&firsts)));
    let hb = run.po.union(&edges).closure();
    // No model has executions whose monitors, starts and joins contradict each other.
    if wanted.monitor_order {
        problem.fact(run.po.union(&edges).acyclic());
    }
    let hb = hb.union(&initial.product(&run.acts.minus(&initial)));
    let sw = edges.union(&initial.product(&firsts));
    let co = wanted.coherence.then(|| coherence(frame, problem, (name, run), &so));
    let mut last = BTreeMap::new();
    if wanted.final_writes && co.is_none() {
        for &loc in observed {
            last.insert(loc, last_write(frame, problem, (name, run), loc));
        }
    }
    Orders { lo, start_join, so, sw, hb, co, last }
}

/// Restricts edges to performed actions.
fn within(edges: &Expr, acts: &Expr) -> Expr {
    acts.diagonal().join(edges).join(&acts.diagonal())
}

fn monitor(kind: EventKind) -> Option<MonitorId> {
    match kind {
        EventKind::Lock(m) | EventKind::Unlock(m) => Some(m),
        _ => None,
    }
}

/// For each monitor, an order of its locks and unlocks in which no other thread acts between a lock and its
/// unlock.
fn monitor_orders(frame: &Frame<'_>, problem: &mut Problem, name: &str, run: &Run) -> Expr {
    let layout = frame.layout;
    let mut monitors: BTreeMap<MonitorId, Vec<Atom>> = BTreeMap::new();
    for action in layout.actions_where(|a| layout.class(a).is_some()) {
        if let Some(m) = layout.class(action).and_then(|class| monitor(class.kind)) {
            monitors.entry(m).or_default().push(action);
        }
    }
    let orders: Vec<Expr> = monitors
        .values()
        .map(|atoms| within(&problem.total_order(&format!("monitor order of {name}"), atoms), &run.acts))
        .collect();
    if orders.is_empty() {
        return Expr::none(2);
    }
    let lo = Expr::union_all(orders);
    let (matched, open) = sections(frame.trees, layout);
    let matched = run.label.transpose().join(&matched).join(&run.label);
    let other = lo.intersect(&layout.pairs(
        |a, b| matches!((layout.class(a), layout.class(b)), (Some(a), Some(b)) if a.thread != b.thread),
    ));
    problem.fact(other.join(&other).intersect(&matched).no());
    // A thread that has not left the monitor keeps all others out.
    let owned = run.taken.intersect(&open).join(&run.label);
    let left = matched.domain();
    problem.fact(owned.minus(&left).join(&other).no());
    problem.fact(within(&run.po, &lo.domain().union(&lo.range())).intersect(&lo.transpose()).no());
    lo
}

/// Pairs of an outermost lock and its matching unlock, as steps; and all outermost locks.
fn sections(trees: &Trees, layout: &Layout) -> (Expr, Expr) {
    let (mut matched, mut outermost) = (BTreeSet::new(), BTreeSet::new());
    for (i, step) in trees.steps.iter().enumerate() {
        let Some(wanted) = monitor(step.kind) else { continue };
        // The nesting depth of the thread after the step, walking back.
        let mut path: Vec<usize> = trees.ancestors(i).collect();
        path.reverse();
        path.push(i);
        let (mut depth, mut start) = (0usize, i);
        for &at in path.iter().filter(|&&at| monitor(trees.steps[at].kind) == Some(wanted)) {
            if depth == 0 {
                start = at;
            }
            match trees.steps[at].kind {
                EventKind::Lock(_) => depth += 1,
                _ => depth = depth.saturating_sub(1),
            }
        }
        outermost.insert(layout.step(start));
        if depth == 0 {
            matched.insert((layout.step(start), layout.step(i)));
        }
    }
    (Expr::constant(TupleSet::of_pairs(matched)), Expr::constant(TupleSet::of_atoms(outermost)))
}

/// Pairs each lock with its matching unlock, including nested ones.
fn critical_sections(trees: &Trees, layout: &Layout) -> Vec<(Atom, Atom)> {
    let mut pairs = Vec::new();
    for (i, step) in trees.steps.iter().enumerate() {
        let EventKind::Unlock(wanted) = step.kind else { continue };
        // Walking back, unlocks in between belong to locks in between.
        let mut depth = 0usize;
        for before in trees.ancestors(i).filter(|&before| monitor(trees.steps[before].kind) == Some(wanted)) {
            match trees.steps[before].kind {
                EventKind::Unlock(_) => depth += 1,
                _ if depth == 0 => {
                    pairs.push((layout.step(before), layout.step(i)));
                    break;
                }
                _ => depth -= 1,
            }
        }
    }
    pairs
}

fn volatile_order(frame: &Frame<'_>, problem: &mut Problem, name: &str, run: &Run, loc: Loc) -> Expr {
    let layout = frame.layout;
    let object = |a: Atom| layout.class(a).and_then(|class| class.kind.sync_obj(class.thread));
    let atoms = layout.actions_where(|a| object(a) == Some(SyncObj::Volatile(loc)));
    let order = within(&problem.total_order(&format!("so of {name}"), &atoms), &run.acts);
    problem.fact(order.transpose().intersect(&run.po).no());
    order
}

/// A total order of the writes to each location, with the initial one first, that agrees with the
/// synchronisation order.
fn coherence(frame: &Frame<'_>, problem: &mut Problem, (name, run): (&str, &Run), so: &Expr) -> Expr {
    let layout = frame.layout;
    let mut orders = Vec::new();
    for &loc in &layout.locations {
        let writes = layout.actions_where(|a| layout.is_write(a) && layout.location(a) == Some(loc));
        let order = problem.total_order(&format!("co of {name}"), &writes);
        let initial = Expr::constant(TupleSet::of_atoms([layout.initial(loc)]));
        problem.fact(order.join(&initial).no());
        orders.push(within(&order, &run.acts));
    }
    let co = if orders.is_empty() { Expr::none(2) } else { Expr::union_all(orders) };
    problem.fact(co.intersect(&so.transpose()).no());
    co
}

/// Any write to the location; the initial one only if there is no other.
fn last_write(frame: &Frame<'_>, problem: &mut Problem, (name, run): (&str, &Run), loc: Loc) -> Expr {
    let layout = frame.layout;
    let writes = layout.actions_where(|a| layout.is_write(a) && layout.location(a) == Some(loc));
    let initial = Expr::constant(TupleSet::of_atoms([layout.initial(loc)]));
    let upper = TupleSet::of_atoms(writes);
    let all = Expr::constant(upper.clone()).intersect(&run.acts);
    let last = problem.relation(&format!("last write of {name}"), TupleSet::empty(1), upper);
    problem.fact(Formula::and(vec![last.in_(&all), last.one()]));
    problem.fact(all.minus(&initial).some().implies(&last.intersect(&initial).no()));
    last
}

/// The possible final values of a location, and what chooses among them.
pub(crate) fn final_value(
    frame: &Frame<'_>,
    problem: &mut Problem,
    (run, orders): (&Run, &Orders),
    wanted: Wanted,
    loc: Loc,
) -> Expr {
    let layout = frame.layout;
    let writes = layout.set(|a| layout.is_write(a) && layout.location(a) == Some(loc)).intersect(&run.acts);
    let last = match (&orders.co, orders.last.get(&loc)) {
        (Some(co), _) => writes.minus(&co.domain()),
        (None, Some(last)) => last.clone(),
        (None, None) => {
            let last = last_write(frame, problem, ("the end", run), loc);
            if wanted.volatile_order {
                // Exclude writes that happen-before another write, or precede one in synchronisation order.
                let hidden = orders.hb.union(&orders.so).join(&writes);
                let visible = writes.minus(&hidden);
                problem.fact(last.in_(&visible));
            }
            last
        }
    };
    last.join(&run.written)
}

/// The mode of an action, as herd's Java front end knows it.
fn mode(kind: EventKind) -> Option<Builtin> {
    Some(match kind {
        EventKind::Read(_, ReadMode::Plain)
        | EventKind::Write(_, WriteMode::Plain)
        | EventKind::Rmw(_, RmwMode::Plain) => Builtin::Plain,
        EventKind::Read(_, ReadMode::Opaque) | EventKind::Write(_, WriteMode::Opaque) => Builtin::Opaque,
        EventKind::Read(_, ReadMode::Acquire)
        | EventKind::Rmw(_, RmwMode::Acquire)
        | EventKind::Fence(Fence::Acquire) => Builtin::Acquire,
        EventKind::Write(_, WriteMode::Release)
        | EventKind::Rmw(_, RmwMode::Release)
        | EventKind::Fence(Fence::Release) => Builtin::Release,
        EventKind::Read(_, ReadMode::Volatile)
        | EventKind::Write(_, WriteMode::Volatile)
        | EventKind::Rmw(_, RmwMode::Volatile)
        | EventKind::Fence(Fence::Full) => Builtin::Volatile,
        _ => return None,
    })
}

/// Whether an action is in a built-in set that is determined by its kind alone.
fn is_in(set: Builtin, action: Action) -> bool {
    let Action::Of(class) = action else {
        return matches!(set, Builtin::Writes | Builtin::Accesses | Builtin::InitialWrites);
    };
    let kind = class.kind;
    match set {
        Builtin::Reads => kind.is_read(),
        Builtin::Writes => kind.is_write(),
        Builtin::Accesses => kind.loc().is_some(),
        Builtin::Fences => matches!(kind, EventKind::Fence(_)),
        Builtin::Updates => matches!(kind, EventKind::Rmw(..)),
        Builtin::InitialWrites => false,
        Builtin::Plain | Builtin::Opaque | Builtin::Acquire | Builtin::Release | Builtin::Volatile => {
            mode(kind) == Some(set)
        }
        Builtin::LoadLoad => kind == EventKind::Fence(Fence::LoadLoad),
        Builtin::StoreStore => kind == EventKind::Fence(Fence::StoreStore),
        Builtin::Locks => matches!(kind, EventKind::Lock(_)),
        Builtin::Unlocks => matches!(kind, EventKind::Unlock(_)),
        Builtin::Starts => matches!(kind, EventKind::Start(_)),
        Builtin::Joins => matches!(kind, EventKind::Join(_)),
        Builtin::Ends => kind == EventKind::End,
        Builtin::Externals => kind == EventKind::External,
        Builtin::Failures => kind == EventKind::Fail,
        Builtin::Freezes => matches!(kind, EventKind::Freeze(_)),
        Builtin::Synchronisation => kind.sync_obj(class.thread).is_some(),
        _ => unreachable!("not told by the kind"),
    }
}

/// The value of a built-in name in an execution; `None` for the last writes of a model that does not have
/// them.
pub(crate) fn builtin(frame: &Frame<'_>, run: &Run, orders: &Orders, name: Builtin) -> Option<Expr> {
    let layout = frame.layout;
    let here = |pairs: &Expr| within(pairs, &run.acts);
    Some(match name {
        Builtin::FailedUpdates => {
            let failed =
                (0..frame.trees.steps.len()).filter(|&step| frame.trees.steps[step].is_failed_update);
            let failed = Expr::constant(TupleSet::of_atoms(failed.map(|step| layout.step(step))));
            run.taken.intersect(&failed).join(&run.label)
        }
        Builtin::FinalWrites => match &orders.co {
            Some(co) => {
                let writes = layout.set(|a| layout.is_write(a)).intersect(&run.acts);
                writes.minus(&co.domain())
            }
            None => Expr::union_all(orders.last.values().cloned().chain([Expr::none(1)]).collect()),
        },
        Builtin::ProgramOrder => run.po.clone(),
        Builtin::ReadsFrom => run.rf.clone(),
        Builtin::Coherence => orders.co.clone()?,
        Builtin::SameLocation => here(
            &layout.pairs(|a, b| layout.location(a).is_some() && layout.location(a) == layout.location(b)),
        ),
        Builtin::SameThread => here(&layout.pairs(|a, b| {
            let thread = |action| layout.class(action).map(|class| class.thread);
            a == b || thread(a).is_some() && thread(a) == thread(b)
        })),
        Builtin::Identity => run.acts.diagonal(),
        Builtin::SameMonitor => here(&layout.pairs(|a, b| {
            let monitor = |action| layout.class(action).and_then(|class| monitor(class.kind));
            monitor(a).is_some() && monitor(a) == monitor(b)
        })),
        Builtin::CriticalSection => {
            let sections = Expr::constant(TupleSet::of_pairs(critical_sections(frame.trees, layout)));
            run.label.transpose().join(&sections).join(&run.label)
        }
        Builtin::FinalFields => {
            let is_final = |loc: &Loc| frame.trees.infos[loc].field.is_some_and(|field| field.is_final);
            run.acts.intersect(&layout.set(|a| layout.location(a).as_ref().is_some_and(is_final)))
        }
        Builtin::Freezing => here(&freezes(layout)),
        Builtin::Dereference => run.deref.clone(),
        Builtin::Forwarding => run.forward.clone(),
        Builtin::LockOrder => orders.lo.clone(),
        Builtin::StartJoin => orders.start_join.clone(),
        Builtin::SynchronisationOrder => orders.so.clone(),
        Builtin::SynchronizesWith => orders.sw.clone(),
        Builtin::HappensBefore => orders.hb.clone(),
        Builtin::Value => {
            let pure = layout.set(|a| layout.is_read(a) && !layout.is_write(a));
            run.written.union(&pure.diagonal().join(&run.read))
        }
        Builtin::AddressDependency | Builtin::DataDependency | Builtin::ControlDependency => Expr::none(2),
        Builtin::All => run.acts.clone(),
        Builtin::Reads
        | Builtin::Writes
        | Builtin::Accesses
        | Builtin::Fences
        | Builtin::Updates
        | Builtin::InitialWrites
        | Builtin::Plain
        | Builtin::Opaque
        | Builtin::Acquire
        | Builtin::Release
        | Builtin::Volatile
        | Builtin::LoadLoad
        | Builtin::StoreStore
        | Builtin::Locks
        | Builtin::Unlocks
        | Builtin::Starts
        | Builtin::Joins
        | Builtin::Ends
        | Builtin::Externals
        | Builtin::Failures
        | Builtin::Freezes
        | Builtin::Synchronisation => {
            run.acts.intersect(&layout.set(|a| is_in(name, layout.actions[a as usize])))
        }
    })
}
