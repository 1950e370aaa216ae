//! The revised rules: AS08 Definition 8, rules 2–7. Rule 1 is in `certificate.rs`; it must hold before the
//! others are checked. There is no rule about the synchronisation order and none like the original rule 8.

use crate::certificate::{CertificateRejection, Justification, Rule, refuse};
use crate::original::{committed_reads_see, committed_values, is_external, uncommitted_reads_do_not_race};

/// The rules, in the order of the definition.
pub(crate) const RULES: [Rule; 6] = [rule_2, rule_3, rule_4, rule_5, rule_6, rule_7];

type Checked = Result<(), CertificateRejection>;

/// Rule 2: for every read r in C_i, W(r) happens-before r in E_i exactly if it does in E, and r does not
/// happen-before W(r) in E_i. A write that E_i does not have happens-before nothing in it.
fn rule_2(j: &Justification<'_>, i: usize) -> Checked {
    const RULE: &str = "revised 2: happens-before between a committed read and its write is that of E";
    let step = j.step(i);
    for r in j.reads(i) {
        // The default write happens-before the read in both, and never after it.
        let Some(w) = j.whole.event(r).rf else { continue };
        let at = step.at_if_labelled(w);
        let before = at.is_some_and(|w| step.speculative.hb(w, step.at(r)));
        let after = at.is_some_and(|w| step.speculative.hb(step.at(r), w));
        if j.whole.hb(w, r) != before || after {
            return refuse(i, RULE, &[(0, r), (0, w), (i, step.at(r))]);
        }
    }
    Ok(())
}

/// Rule 3: V_i|C_i = V|C_i. A committed write writes in E_i what it writes in E.
fn rule_3(j: &Justification<'_>, i: usize) -> Checked {
    committed_values(j, i, "revised 3: a committed write writes the value it writes in E")
}

/// Rule 4: W_i|C_{i-1} = W|C_{i-1}. A read committed before this step sees in E_i the write it sees in E.
fn rule_4(j: &Justification<'_>, i: usize) -> Checked {
    committed_reads_see(j, i, "revised 4: a read committed before sees the write it sees in E")
}

/// Rule 5: for every read r in A_i − C_{i-1}, W_i(r) happens-before r in E_i.
fn rule_5(j: &Justification<'_>, i: usize) -> Checked {
    uncommitted_reads_do_not_race(
        j,
        i,
        "revised 5: a read not committed before sees a write that happens-before it",
    )
}

/// Rule 6: for every read r in C_i − C_{i-1}, W(r) is in C_{i-1}. Nothing is required of W_i(r).
fn rule_6(j: &Justification<'_>, i: usize) -> Checked {
    for r in j.new_reads(i) {
        if !j.was_committed(i, j.whole.event(r).rf) {
            return refuse(i, "revised 6: a new read sees in E a write committed before", &[(0, r)]);
        }
    }
    Ok(())
}

/// Rule 7: if y in C_i is external and x happens-before y in E, then x is in C_i. (The original rule 9 swaps
/// the roles of x and y, and uses hb_i.)
fn rule_7(j: &Justification<'_>, i: usize) -> Checked {
    let committed = j.step(i).committed;
    for &y in committed.iter().filter(|&&y| is_external(j.whole.event(y).kind)) {
        let missing = j.whole.execution.ids().find(|x| j.whole.hb(*x, y) && !committed.contains(x));
        if let Some(x) = missing {
            return refuse(
                i,
                "revised 7: what happens-before a committed external action is committed",
                &[(0, x), (0, y)],
            );
        }
    }
    Ok(())
}
