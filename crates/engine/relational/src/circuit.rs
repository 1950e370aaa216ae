//! A Boolean circuit of inputs, conjunctions and negations, with structural sharing of equal gates.

use crate::stop::Stop;
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::ops::Not;

/// A node or its negation: twice the node's number, plus one if negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bit(u32);

impl Bit {
    pub const TRUE: Bit = Bit(0);
    pub const FALSE: Bit = Bit(1);

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Bit {
    type Output = Bit;
    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Gate {
    True,
    Input,
    /// At least two children, sorted, none constant, no two of the same node. Children precede the gate.
    And(Box<[Bit]>),
}

/// Gates in the order of creation.
#[derive(Debug, Clone)]
pub(crate) struct Circuit {
    gates: Vec<Gate>,
    /// Only looked up, never iterated.
    known: HashMap<Box<[Bit]>, u32>,
    stop: Stop,
    is_stopped: bool,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit { gates: vec![Gate::True], known: HashMap::new(), stop: Stop::default(), is_stopped: false }
    }
}

/// After how many new gates the circuit checks whether to stop.
const POLL: usize = 1 << 12;

impl Circuit {
    /// A circuit that stops growing once `stop` is set. It is then meaningless, and its construction should
    /// be abandoned.
    pub fn until(stop: Stop) -> Circuit {
        Circuit { is_stopped: stop.is_set(), stop, ..Circuit::default() }
    }

    /// Whether it has stopped growing.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Whether construction should be abandoned.
    pub fn should_stop(&self) -> bool {
        self.stop.is_set()
    }

    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    fn push(&mut self, gate: Gate) -> u32 {
        self.gates.push(gate);
        if self.gates.len().is_multiple_of(POLL) {
            self.is_stopped |= self.stop.is_set();
        }
        (self.gates.len() - 1) as u32
    }

    pub fn input(&mut self) -> Bit {
        Bit(self.push(Gate::Input) << 1)
    }

    /// The conjunction of all; true for none.
    pub fn and_all(&mut self, mut bits: Vec<Bit>) -> Bit {
        if self.is_stopped {
            return Bit::FALSE;
        }
        bits.sort_unstable();
        bits.dedup();
        if bits.first() == Some(&Bit::TRUE) {
            bits.remove(0);
        }
        // The two bits of a node are adjacent after sorting.
        let contradicts = bits.windows(2).any(|pair| pair[0] == !pair[1]);
        if contradicts || bits.first() == Some(&Bit::FALSE) {
            return Bit::FALSE;
        }
        match bits.as_slice() {
            [] => Bit::TRUE,
            [only] => *only,
            _ => {
                let key = bits.into_boxed_slice();
                if let Some(&node) = self.known.get(&key) {
                    return Bit(node << 1);
                }
                let node = self.push(Gate::And(key.clone()));
                self.known.insert(key, node);
                Bit(node << 1)
            }
        }
    }

    pub fn or_all(&mut self, mut bits: Vec<Bit>) -> Bit {
        bits.iter_mut().for_each(|bit| *bit = !*bit);
        !self.and_all(bits)
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        // The common cases need no list.
        if a == Bit::FALSE || b == Bit::FALSE || a == !b {
            Bit::FALSE
        } else if a == Bit::TRUE || a == b {
            b
        } else if b == Bit::TRUE {
            a
        } else {
            self.and_all(vec![a, b])
        }
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(a, !b)
    }

    pub fn if_else(&mut self, condition: Bit, yes: Bit, no: Bit) -> Bit {
        if yes == no {
            return yes;
        }
        let (then, otherwise) = (self.and(condition, yes), self.and(!condition, no));
        self.or(then, otherwise)
    }

    /// Whether at least `number` of the bits are true.
    pub fn at_least(&mut self, bits: &[Bit], number: usize) -> Bit {
        if number == 0 {
            return Bit::TRUE;
        }
        if number == 1 {
            return self.or_all(bits.to_vec());
        }
        // `reached[j]`: at least j + 1 of the bits so far.
        let mut reached = vec![Bit::FALSE; number];
        for &bit in bits {
            for j in (0..number).rev() {
                let before = if j == 0 { Bit::TRUE } else { reached[j - 1] };
                let now = self.and(before, bit);
                reached[j] = self.or(reached[j], now);
            }
        }
        reached[number - 1]
    }

    /// Returns the value of every node, given those of the inputs.
    pub fn simulate(&self, input: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut values = Vec::with_capacity(self.gates.len());
        for (node, gate) in self.gates.iter().enumerate() {
            let value = match gate {
                Gate::True => true,
                Gate::Input => input(node),
                Gate::And(children) => children.iter().all(|&child| value_of(&values, child)),
            };
            values.push(value);
        }
        values
    }
}

/// The gates that each node is a child of.
pub(crate) struct Users(Vec<Vec<u32>>);

impl Circuit {
    pub fn users(&self) -> Users {
        let mut users = vec![Vec::new(); self.gates.len()];
        for (node, gate) in self.gates.iter().enumerate() {
            if let Gate::And(children) = gate {
                children.iter().for_each(|child| users[child.node()].push(node as u32));
            }
        }
        Users(users)
    }

    /// Negates an input and updates the nodes that depend on it. Returns the nodes that changed.
    pub fn flip(&self, users: &Users, values: &mut [bool], input: usize) -> Vec<usize> {
        let mut changed = vec![input];
        values[input] = !values[input];
        // Children precede their gates, so in this order each gate is visited once.
        let mut open: BTreeSet<u32> = users.0[input].iter().copied().collect();
        while let Some(node) = open.pop_first() {
            let Gate::And(children) = &self.gates[node as usize] else { continue };
            let value = children.iter().all(|&child| value_of(values, child));
            if value != values[node as usize] {
                values[node as usize] = value;
                changed.push(node as usize);
                open.extend(&users.0[node as usize]);
            }
        }
        changed
    }
}

/// The value of a bit, given those of the nodes.
pub(crate) fn value_of(values: &[bool], bit: Bit) -> bool {
    values[bit.node()] != bit.is_negated()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_gates_are_one_and_constants_vanish() {
        let mut c = Circuit::default();
        let (a, b) = (c.input(), c.input());
        assert_eq!(c.and(a, b), c.and(b, a));
        assert_eq!(c.and_all(vec![a, Bit::TRUE, a]), a);
        assert_eq!(c.and_all(vec![a, b, !a]), Bit::FALSE);
        assert_eq!(c.or_all(vec![]), Bit::FALSE);
        assert_eq!(c.if_else(a, b, b), b);
    }

    #[test]
    fn a_flip_is_a_simulation_of_what_changes() {
        let mut c = Circuit::default();
        let bits: Vec<Bit> = (0..4).map(|_| c.input()).collect();
        for number in 1..4 {
            c.at_least(&bits, number);
        }
        let users = c.users();
        for mask in 0..16u32 {
            for flipped in 1..=4 {
                let value = |mask: u32| move |node: usize| mask >> (node - 1) & 1 == 1;
                let before = c.simulate(value(mask));
                let mut values = before.clone();
                let changed = c.flip(&users, &mut values, flipped);
                assert_eq!(values, c.simulate(value(mask ^ 1 << (flipped - 1))));
                changed.into_iter().for_each(|node| values[node] = !values[node]);
                assert_eq!(values, before);
            }
        }
    }

    #[test]
    fn counting_agrees_with_counting() {
        for number in 0..=5 {
            let mut c = Circuit::default();
            let bits: Vec<Bit> = (0..4).map(|_| c.input()).collect();
            let gate = c.at_least(&bits, number);
            for mask in 0..16u32 {
                let values = c.simulate(|node| mask >> (node - 1) & 1 == 1);
                assert_eq!(
                    value_of(&values, gate),
                    mask.count_ones() as usize >= number,
                    "{mask:b} {number}"
                );
            }
        }
    }
}
