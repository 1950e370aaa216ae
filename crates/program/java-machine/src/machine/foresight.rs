//! Look-ahead: where a thread that joins others will be after its joins.
//!
//! A thread that starts threads and joins them holds them in different variables and joins them in some
//! order. So the state in which the first of two threads has reached A and the second B differs from the
//! state with the roles swapped, although their futures do not differ. What is equal is where the joining
//! thread continues: at its first action behind all of the joins, or somewhere on its way there. So a thread
//! that stands before a join is encoded by the set of threads that it joins and by where it continues then.
//!
//! This is sound because joins commute with everything others do (an ended thread stays ended, and who has
//! joined it is not observable), and because what the thread does between them depends on nothing that others
//! may change: while looking ahead it must not read what others may write, write to the heap, or call native
//! methods. The look-ahead stops where it would.

use super::{JavaMachine, Standing};
use crate::check_threads::MOST_THREADS;
use crate::hooks::Checker;
use crate::symmetry::Beyond;
use crate::watched::exchange_mut;
use event::{Action, Answer, ThreadId};
use jvm::state::{State, Thread};
use jvm::vm::{Stop, Vm};
use triomphe::Arc;

/// The maximal number of bytecodes from one join to the next, or to the end of the look-ahead.
const MOST: usize = 1_000;

impl JavaMachine {
    /// Whether threads may be permuted in the canonical form: their identities are not observed. jcstress
    /// tests assign threads their parts of a result by number.
    pub(super) fn are_alike(&self) -> bool {
        let facts = &self.facts;
        let seen = facts.names_are_seen
            || facts.threads_are_seen
            || facts.states_are_seen
            || facts.thread_fields
            || facts.blockers_are_seen
            || facts.interrupts;
        self.heap_answers() && !seen && self.options.results.is_none()
    }

    /// Where a thread will be behind the joins that it stands before.
    pub(super) fn foresee(&self, state: &State, standing: &Standing, me: usize) -> Option<Beyond> {
        let Standing::Before(action) = standing else { return None };
        if !self.are_alike() {
            return None;
        }
        let (mut ahead, mut action, mut threads) = (state.clone(), action.clone(), Vec::new());
        let mut beyond = None;
        while let Action::Join(thread) = action {
            // A thread that joins the same thread repeatedly no longer waits for it, but may do so for ever.
            if threads.len() == MOST_THREADS {
                return None;
            }
            threads.push(thread.index());
            let before = ahead.clone();
            let (asked, looked) = self.run_ahead(&mut ahead, state, (thread, me));
            let Some(asked) = asked else {
                // The thread does not get to its next action, only as far as it can be followed.
                beyond = self.look_ahead(before, (thread, me), looked).map(|thread| (thread, 0));
                break;
            };
            beyond = Some((ahead.threads[me].clone(), Standing::Before(asked.clone()).number()));
            action = asked;
        }
        beyond.map(|(thread, standing)| Beyond { threads, thread, standing })
    }

    /// Runs a thread from its join to its next action. Returns that, if the thread gets there, and how many
    /// bytecodes it executed before the first one that it must not.
    fn run_ahead(
        &self,
        ahead: &mut State,
        state: &State,
        (join, me): (ThreadId, usize),
    ) -> (Option<Action>, usize) {
        let mut vm = self.behind(ahead, (join, me));
        let mut looked = 0;
        let asked = loop {
            vm.budget = 1;
            let stop = vm.run();
            let Some(exchange) = exchange_mut(&mut vm.trace) else { break None };
            let is_right = !exchange.strayed && exchange.answer.is_none() && is_same(vm.st, state);
            match (stop, exchange.asked.take()) {
                (Stop::Pauses, Some(asked)) if is_right => break Some(asked),
                (Stop::Budget, _) if is_right && looked < MOST => looked += 1,
                _ => break None,
            }
        };
        vm.finish();
        (asked, looked)
    }

    /// The thread after so many bytecodes behind its join; `None` if it cannot execute any. It is run again,
    /// since a copy after every bytecode, of which most are of no use, took a tenth of the time of searches.
    fn look_ahead(
        &self,
        mut before: State,
        (join, me): (ThreadId, usize),
        bytecodes: usize,
    ) -> Option<Arc<Thread>> {
        let mut vm = self.behind(&mut before, (join, me));
        for _ in 0..bytecodes {
            vm.budget = 1;
            vm.run();
            exchange_mut(&mut vm.trace)?.asked.take();
        }
        let thread = (bytecodes > 0).then(|| Arc::new(vm.th.clone()));
        vm.finish();
        thread
    }

    /// A virtual machine in which a thread continues behind its join.
    fn behind<'s>(&'s self, ahead: &'s mut State, (join, me): (ThreadId, usize)) -> Vm<'s> {
        let mut vm = Vm::new(self.lib, ahead, &self.options.vm, me);
        let mut exchange = self.exchange(Some((Action::Join(join), Answer::Done)));
        exchange.given.foresees = true;
        vm.observe(&Checker, Box::new(exchange));
        vm
    }
}

/// Whether nothing was written.
fn is_same(ahead: &State, state: &State) -> bool {
    let (spaces, before) = (&ahead.heap.spaces, &state.heap.spaces);
    spaces.len() == before.len()
        && spaces.iter().zip(before).all(|pair| match pair {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        })
        && Arc::ptr_eq(&ahead.classes, &state.classes)
}
