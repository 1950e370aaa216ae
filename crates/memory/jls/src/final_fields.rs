//! Final fields: JLS §17.5.1.
//!
//! The semantics of final fields is based on two more partial orders of an execution, which are only required
//! to exist: the *dereference chain* and the *memory chain*. All ways to choose them are tried. The result is
//! a list of alternatives, each the extra happens-before edges of one choice; an execution is accepted if one
//! of them accepts it.
//!
//! * *Freeze.* A freeze on final field f of object o takes place when the constructor that set f exits.
//! * *Dereference chain.* If action a reads or writes a field of object o and its thread did not initialise
//!   o, then some read r by that thread that sees the address of o dereferences(r, a). Reflexive.
//! * *Memory chain.* If r sees w, then mc(w, r). If dereferences(r, a), then mc(r, a). If w writes the
//!   address of o and its thread did not initialise o, then some read r by that thread that sees the address
//!   of o has mc(r, w).
//! * For a write w, a freeze f, an action a that is not a read of a final field, a read r1 of the final field
//!   frozen by f, and a read r2 such that hb(w, f), hb(f, a), mc(a, r1) and dereferences(r1, r2): hb(w, r2)
//!   counts when determining which values r2 can see. These edges do not close transitively with others.
//!
//! **Deviation**: the read by which a thread obtains an object comes before the action in program order. The
//! JLS does not say so; this accepts less.

use crate::orders::Orders;
use crate::relation::Relation;
use event::{EventId, EventKind, Execution, LocInfo, Machine, ObjectId, Rejection, Value};

/// The rejection of an execution that was not judged, since its chains can be chosen in too many ways.
pub const TOO_MANY_CHAINS: &str = "17.5.1: too many possible chains to check";
const NOT_FROZEN: &str = "17.5.1: a final field is seen as it was frozen";
/// The maximum number of choices of chains that are tried.
const MOST_CHOICES: usize = 100_000;

/// An action that must follow some read by its thread which saw the address of an object.
struct Need {
    action: usize,
    /// Whether it dereferences the object; otherwise it writes the object's address.
    dereferences: bool,
    reads: Vec<usize>,
}

/// The extra edges of every choice of chains for which the execution is consistent. A single empty relation
/// if there are no freezes.
pub(crate) fn alternatives<M: Machine>(
    machine: &M,
    state: &M::State,
    execution: &Execution,
    orders: &Orders,
) -> Result<Vec<Relation>, Rejection> {
    let n = execution.events().len();
    let freezes: Vec<usize> =
        (0..n).filter(|&e| matches!(kind(execution, e), EventKind::Freeze(_))).collect();
    if freezes.is_empty() {
        return Ok(vec![Relation::empty(n)]);
    }
    let infos: Vec<Option<LocInfo>> =
        (0..n).map(|e| kind(execution, e).loc().map(|loc| machine.location(state, loc))).collect();
    let needs = needs(execution, orders, &infos)?;
    if needs
        .iter()
        .try_fold(1usize, |all, need| all.checked_mul(need.reads.len()))
        .is_none_or(|all| all > MOST_CHOICES)
    {
        return Err(Rejection { axiom: TOO_MANY_CHAINS, witness: Vec::new() });
    }
    let mut picks = vec![0usize; needs.len()];
    let mut found: Vec<Relation> = Vec::new();
    let mut refusal = Rejection { axiom: NOT_FROZEN, witness: Vec::new() };
    loop {
        if let Some(edges) = edges(execution, orders, &infos, &freezes, &needs, &picks) {
            match consistent(execution, orders, &edges) {
                Ok(()) if !found.contains(&edges) => found.push(edges),
                Ok(()) => {}
                Err(why) => refusal = why,
            }
        }
        let Some(i) = (0..picks.len()).find(|&i| picks[i] + 1 < needs[i].reads.len()) else { break };
        picks[i] += 1;
        picks[..i].fill(0);
    }
    if found.is_empty() { Err(refusal) } else { Ok(found) }
}

fn kind(execution: &Execution, event: usize) -> EventKind {
    execution.events()[event].kind
}

/// The reads that saw the address of an object before an action of the same thread.
fn reads_of_address(
    execution: &Execution,
    orders: &Orders,
    infos: &[Option<LocInfo>],
    action: usize,
    address: Value,
) -> Vec<usize> {
    let saw = |&r: &usize| {
        orders.po.has(r, action)
            && kind(execution, r).is_read()
            && infos[r].is_some_and(|info| info.holds_reference)
            && execution.events()[r].read == Some(address)
    };
    (0..execution.events().len()).filter(saw).collect()
}

/// All obligations of the two chains.
fn needs(execution: &Execution, orders: &Orders, infos: &[Option<LocInfo>]) -> Result<Vec<Need>, Rejection> {
    let mut needs = Vec::new();
    for (action, event) in execution.events().iter().enumerate() {
        let Some(info) = infos[action] else { continue };
        let accessed = info.field.map(|f| (f.object, true));
        let stored = event.written.filter(|_| info.holds_reference).and_then(ObjectId::referred);
        for (object, dereferences) in accessed.into_iter().chain(stored.map(|o| (o, false))) {
            if object.creator == event.thread {
                continue;
            }
            let reads = reads_of_address(execution, orders, infos, action, object.reference());
            if reads.is_empty() {
                let axiom = "17.5.1: a thread uses only objects whose address it has read";
                return Err(Rejection { axiom, witness: vec![EventId(action as u32)] });
            }
            needs.push(Need { action, dereferences, reads });
        }
    }
    Ok(needs)
}

/// The extra edges of one choice; `None` if its memory chain is not a partial order.
fn edges(
    execution: &Execution,
    orders: &Orders,
    infos: &[Option<LocInfo>],
    freezes: &[usize],
    needs: &[Need],
    picks: &[usize],
) -> Option<Relation> {
    let n = execution.events().len();
    let (mut dereferences, mut chain) = (Relation::empty(n), Relation::empty(n));
    for (need, pick) in needs.iter().zip(picks) {
        chain.add(need.reads[*pick], need.action);
        if need.dereferences {
            dereferences.add(need.reads[*pick], need.action);
        }
    }
    for (read, event) in execution.events().iter().enumerate() {
        event.rf.iter().for_each(|w| chain.add(w.index(), read));
    }
    let (dereferences, chain) = (dereferences.transitive_closure(), chain.transitive_closure());
    if !chain.on_cycles().is_empty() {
        return None;
    }
    let is_final_read =
        |e: usize| kind(execution, e).is_read() && infos[e].and_then(|i| i.field).is_some_and(|f| f.is_final);
    let mut edges = Relation::empty(n);
    for &f in freezes {
        let EventKind::Freeze(field) = kind(execution, f) else { continue };
        let is_r1 = |r: &usize| is_final_read(*r) && kind(execution, *r).loc() == Some(field);
        for r1 in (0..n).filter(is_r1) {
            let passes = |a: usize| !is_final_read(a) && orders.hb.has(f, a) && chain.has(a, r1);
            if !(0..n).any(passes) {
                continue;
            }
            for r2 in (0..n).filter(|&r2| r2 == r1 || dereferences.has(r1, r2)) {
                let writes = (0..n).filter(|&w| kind(execution, w).is_write() && orders.hb.has(w, f));
                writes.for_each(|w| edges.add(w, r2));
            }
        }
    }
    Some(edges)
}

/// Happens-before consistency (§17.4.5) with the extra edges: a read sees no write that is overwritten.
fn consistent(execution: &Execution, orders: &Orders, edges: &Relation) -> Result<(), Rejection> {
    for (read, event) in execution.events().iter().enumerate().filter(|(_, e)| e.kind.is_read()) {
        for w in execution.ids() {
            let other = execution.event(w);
            let overwrites = Some(w) != event.rf
                && w.index() != read
                && other.kind.is_write()
                && other.kind.loc() == event.kind.loc()
                && event.rf.is_none_or(|seen| orders.hb.has(seen.index(), w.index()))
                && edges.has(w.index(), read);
            if overwrites {
                let read = EventId(read as u32);
                let witness = event.rf.into_iter().chain([w, read]).collect();
                return Err(Rejection { axiom: NOT_FROZEN, witness });
            }
        }
    }
    Ok(())
}
