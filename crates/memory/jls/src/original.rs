//! The original rules: JLS §17.4.8, rules 2–9. Rule 1 is in `certificate.rs`; it must hold before the others
//! are checked.

use crate::certificate::{CertificateRejection, Justification, Rule, refuse};
use crate::orders::{Node, sync_object};
use crate::relation::Relation;
use event::{EventId, EventKind};

/// The rules, in the order of the JLS.
pub(crate) const RULES: [Rule; 8] = [rule_2, rule_3, rule_4, rule_5, rule_6, rule_7, rule_8, rule_9];

type Checked = Result<(), CertificateRejection>;

/// Rule 2: hb_i|C_i = hb|C_i. Committed actions happen-before each other in E_i exactly if they do in E.
fn rule_2(j: &Justification<'_>, i: usize) -> Checked {
    let step = j.step(i);
    for &a in step.committed {
        for &b in step.committed {
            if j.whole.hb(a, b) != step.speculative.hb(step.at(a), step.at(b)) {
                let witness = [(0, a), (0, b), (i, step.at(a)), (i, step.at(b))];
                return refuse(i, "original 2: happens-before of committed actions is that of E", &witness);
            }
        }
    }
    Ok(())
}

/// Rule 3: so_i|C_i = so|C_i. Committed synchronisation actions are ordered in E_i as they are in E.
///
/// The orders of the rule are total; ours are the parts of them that program order and the orders per object
/// determine. Total orders that agree on every C_i exist exactly if the union of so and of all so_i|C_i is
/// acyclic: any linear extension T of the union works for E, and so_i ∪ T|C_i has no cycle, because each of
/// its paths by so_i between committed actions is in T. Two committed actions on the same object must
/// therefore have the same order.
fn rule_3(j: &Justification<'_>, i: usize) -> Checked {
    let is_sync = |e: &EventId| sync_object(j.whole.event(*e)).is_some();
    let sync: Vec<EventId> = j.whole.execution.ids().filter(is_sync).collect();
    let mut union = Relation::empty(j.whole.execution.events().len());
    for &a in &sync {
        for &b in &sync {
            let in_step = |k: usize| fixed_by_step(j, k, a, b);
            if j.whole.orders.so.has(a.index(), b.index()) || (1..=i).any(in_step) {
                union.add(a.index(), b.index());
            }
        }
    }
    let union = union.transitive_closure();
    for &a in &sync {
        for &b in &sync {
            // Every cycle that this step adds contains a pair of this step.
            if fixed_by_step(j, i, a, b) && union.has(b.index(), a.index()) {
                let step = j.step(i);
                let witness = [(0, b), (0, a), (i, step.at(a)), (i, step.at(b))];
                return refuse(i, "original 3: so of committed actions is that of E", &witness);
            }
        }
    }
    Ok(())
}

/// Whether `a` and `b` are committed at step `k` and so_k(a, b) is determined.
fn fixed_by_step(j: &Justification<'_>, k: usize, a: EventId, b: EventId) -> bool {
    let step = j.step(k);
    let committed = step.committed.contains(&a) && step.committed.contains(&b);
    committed && step.speculative.orders.so.has(step.at(a).index(), step.at(b).index())
}

/// Rule 4: V_i|C_i = V|C_i. A committed write writes in E_i what it writes in E.
fn rule_4(j: &Justification<'_>, i: usize) -> Checked {
    committed_values(j, i, "original 4: a committed write writes the value it writes in E")
}

/// Rule 4 of the original and rule 3 of the revised definition.
pub(crate) fn committed_values(j: &Justification<'_>, i: usize, rule: &'static str) -> Checked {
    let step = j.step(i);
    for &w in step.committed.iter().filter(|&&e| j.whole.event(e).kind.is_write()) {
        if j.whole.event(w).written != step.speculative.event(step.at(w)).written {
            return refuse(i, rule, &[(0, w), (i, step.at(w))]);
        }
    }
    Ok(())
}

/// Rule 5: W_i|C_{i-1} = W|C_{i-1}. A read committed before this step sees in E_i the write it sees in E.
fn rule_5(j: &Justification<'_>, i: usize) -> Checked {
    committed_reads_see(j, i, "original 5: a read committed before sees the write it sees in E")
}

/// Rule 5 of the original and rule 4 of the revised definition.
pub(crate) fn committed_reads_see(j: &Justification<'_>, i: usize, rule: &'static str) -> Checked {
    let step = j.step(i);
    for r in j.old_reads(i) {
        let same = match (j.whole.event(r).rf, step.speculative.event(step.at(r)).rf) {
            (None, None) => true,
            (Some(w), Some(seen)) => step.at_if_labelled(w) == Some(seen),
            _ => false,
        };
        if !same {
            return refuse(i, rule, &[(0, r), (i, step.at(r))]);
        }
    }
    Ok(())
}

/// Rule 6: for every read r in A_i − C_{i-1}, hb_i(W_i(r), r). A read not committed before this step sees in
/// E_i a write that happens-before it.
fn rule_6(j: &Justification<'_>, i: usize) -> Checked {
    uncommitted_reads_do_not_race(
        j,
        i,
        "original 6: a read not committed before sees a write that happens-before it",
    )
}

/// Rule 6 of the original and rule 5 of the revised definition.
pub(crate) fn uncommitted_reads_do_not_race(j: &Justification<'_>, i: usize, rule: &'static str) -> Checked {
    let speculative = &j.step(i).speculative;
    let reads: Vec<EventId> = j.uncommitted_reads(i).collect();
    match speculative.racy(&reads).first() {
        None => Ok(()),
        Some(&r) => {
            let seen = speculative.event(r).rf;
            let witness: Vec<(usize, EventId)> = [r].into_iter().chain(seen).map(|e| (i, e)).collect();
            refuse(i, rule, &witness)
        }
    }
}

/// Rule 7: for every read r in C_i − C_{i-1}, W_i(r) and W(r) are in C_{i-1}. The writes that a newly
/// committed read sees, in E_i and in E, were committed before.
fn rule_7(j: &Justification<'_>, i: usize) -> Checked {
    let step = j.step(i);
    for r in j.new_reads(i) {
        let seen = step.seen(r);
        let both = j.was_committed(i, j.whole.event(r).rf) && seen.is_some_and(|w| j.was_committed(i, w));
        if !both {
            let rule = "original 7: a new read sees writes committed before, in E_i and in E";
            return refuse(i, rule, &[(0, r), (i, step.at(r))]);
        }
    }
    Ok(())
}

/// Rule 8: if ssw_i(x, y), hb_i(y, z) and z is in C_i, then sw_j(x, y) for all j ≥ i. Synchronisation that
/// makes a committed action happen after actions of another thread is preserved. Happens-before is reflexive
/// here (JLS §17.4.7 (2)), so z may be y; the condition on z is that of the JLS, not the weaker one of AS08
/// (z in C_i − C_{i-1}). For how x and y are found in E_j, see the crate's header.
fn rule_8(j: &Justification<'_>, i: usize) -> Checked {
    const RULE: &str = "original 8: synchronisation that precedes a committed action stays";
    let orders = &j.step(i).speculative.orders;
    for (x, y) in orders.sufficient_sw() {
        let after = |z: &&EventId| {
            let z = j.step(i).at(**z).index();
            y == z || orders.hb.has(y, z)
        };
        let Some(&z) = j.step(i).committed.iter().find(after) else { continue };
        for (k, later) in j.steps_from(i) {
            let (a, b) = (node_in(j, i, k, x), node_in(j, i, k, y));
            let stays = a.zip(b).is_some_and(|(a, b)| later.speculative.orders.sw.has(a, b));
            if !stays {
                let witness: Vec<(usize, EventId)> =
                    orders.events(&[x, y]).into_iter().map(|e| (i, e)).chain([(0, z)]).collect();
                return refuse(i, RULE, &witness);
            }
        }
    }
    Ok(())
}

/// The action of E_k that corresponds to an action of E_i.
fn node_in(j: &Justification<'_>, i: usize, k: usize, node: Node) -> Option<Node> {
    match j.step(i).speculative.orders.event_or_thread(node) {
        Ok(event) if i == k => Some(event.index()),
        Ok(event) => Some(j.step(k).named(j.step(i).name_of(event)?)?.index()),
        // A thread has one first action in every execution.
        Err(thread) => Some(j.step(k).speculative.orders.first_action(thread)),
    }
}

/// Rule 9: if y is in C_i, x is an external action and hb_i(x, y), then x is in C_i.
fn rule_9(j: &Justification<'_>, i: usize) -> Checked {
    let step = j.step(i);
    for &y in step.committed {
        for x in step.speculative.execution.ids() {
            let precedes = is_external(step.speculative.event(x).kind) && step.speculative.hb(x, step.at(y));
            if precedes && step.committed_as(x).is_none() {
                let rule = "original 9: external actions before a committed action are committed";
                return refuse(i, rule, &[(i, x), (i, step.at(y))]);
            }
        }
    }
    Ok(())
}

/// JLS §17.4.2: an external action can be observed outside the execution; so can a failure.
pub(crate) fn is_external(kind: EventKind) -> bool {
    matches!(kind, EventKind::External | EventKind::Fail)
}
