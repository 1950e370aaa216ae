//! Stubborn sets over learnt futures: from each state, only the steps of some processes are taken.
//!
//! A set T of processes is *closed* in a state if
//! 1. for each member that can move: nothing that a process outside of T may do before that member moves
//!    conflicts with its next action ([`Futures`]);
//! 2. for each member that cannot: every process that may enable it is a member.
//!
//! From each state the steps of a smallest closed set with a member that can move are taken, if
//! - the program cannot end before one of these members has moved (daemons do not keep it alive), and
//! - one of the steps leads to a higher level (`search.rs`); otherwise all steps are taken. Levels are fixed
//!   when a state is found, so from each state a path of such steps leads to one that is expanded in full, or
//!   has no steps.
//!
//! The futures are what this search has seen so far; it is repeated until it learns nothing new.
//!
//! **This is sound because** of the following. Let R be the graph of the last search. *For each state s of R
//! and each sequence w of actions from s without reduction, R has a path from s that consists of w and
//! further actions, with neighbours swapped that commute.* So R has every terminal state and every action
//! that some thread can perform: outcomes, deadlocks, failures.
//!
//! By induction on the length of w, for all s at once. (a) If a process of T(s) moves in w, let t be the
//! first such action. By induction the actions before t are on a path of R from s, so the search has seen
//! them, they are in the futures of their processes at s, and they pass no gate. So by 1 and 2 they neither
//! conflict with t nor enable it: t can be moved to the front, and leads to a state of R with one action less
//! to go. (b) If none does, then by the same argument every action of w but the last is known to commute with
//! the next actions of T(s). The last one, u, is performed at a position where its process was seen waiting
//! for it, by induction; so it does not conflict with what T(s) asks for either, and w is possible after each
//! step of T(s), up to what follows u unasked. By the levels some path of such steps leads to a state where
//! (a) applies. So u is performed in R, with the same answer; what follows it unasked begins with the same
//! access, which is therefore known and commutes, and so on. ∎
//!
//! Where a closed set has a single step, it is taken at once, and the state between is not stored
//! (`search.rs`). Such states are states of R as well: from them, too, the only path leads to a stored state,
//! and from there to higher levels until (a) applies.
//!
//! Store buffers are processes of their own. What a buffer may still do is to flush what it has and what its
//! thread may still store. It commutes with whatever its thread can do before it moves, since a thread reads
//! its own stores wherever they are; but where stores may overtake each other, a new one is a new choice, so
//! a thread that may still store follows its buffer.
//!
//! What the argument needs: what a thread does depends only on its own actions and their answers
//! ([`event::Machine::is_predictable`]); actions with disjoint touches commute (law 3 of [`System`]); objects
//! keep their names ([`System::encode_keeping_names`]), since futures are sets of names; touches of actions
//! that depend on other threads are not listed but [`Object::Everything`] (`Product::about_to`). An action
//! that ends everything conflicts with everything. Actions that are folded into a step are stubborn sets of
//! one process (`product.rs`), except those that continue an atomic call: they belong to the action that
//! begins it, like what is touched unasked; and since nobody moves within a step, both also belong to the
//! action that begins the step. Sleep sets and thread symmetry are not used at the same time.
//!
//! Source: Valmari's stubborn sets, with futures that are learnt as in stateful dynamic partial-order
//! reduction (Yang, Chen, Gopalakrishnan, Kirby, SPIN 2008); decision 0026.

use crate::footprint::{Object, Touch};
use crate::futures::{Futures, Gate, UNSTARTED};
use crate::system::{Acted, Finding, Outlook, Process, Sink, System};
use event::{Cut, MonitorId, ThreadId};
use operational::Overflow;

/// What a process needs before it can move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: it can move.
    Nothing,
    /// This process must move.
    Process(u16),
    /// Somebody must touch one of these objects.
    Touch(Vec<Object>),
}

/// Collects what is learnt of futures while a step is taken, and passes everything else on.
pub(crate) struct Learner<'a, K> {
    sink: &'a mut K,
    lessons: Vec<(ThreadId, Lesson)>,
    /// Who takes the step, and where the thread was before.
    step: Option<(ThreadId, u64)>,
    /// Where threads began what they continue.
    begun: Vec<(ThreadId, u64)>,
}

/// What is learnt of a thread.
enum Lesson {
    /// An action, see [`Acted`].
    Acts { at: u64, touches: Vec<Touch>, gate: Option<Gate>, unasked: Vec<Touch>, to: u64 },
    /// What it touches when it continues what it began at this position.
    Continues { begun: u64, touches: Vec<Touch> },
}

impl<'a, K> Learner<'a, K> {
    pub(crate) fn new(sink: &'a mut K) -> Self {
        Learner { sink, lessons: Vec::new(), step: None, begun: Vec::new() }
    }

    /// Adds what was learnt to the futures.
    pub(crate) fn teach(self, futures: &mut Futures) {
        for (thread, lesson) in self.lessons {
            match lesson {
                Lesson::Acts { at, touches, gate, unasked, to } => {
                    if at != UNSTARTED {
                        futures.is_at(thread, at, &touches, gate);
                    }
                    futures.touches_unasked(thread, at, &unasked);
                    futures.moves(thread, at, to);
                }
                Lesson::Continues { begun, touches } => futures.touches_unasked(thread, begun, &touches),
            }
        }
    }
}

impl<K: Sink> Sink for Learner<'_, K> {
    fn finding(&mut self, finding: Finding) {
        self.sink.finding(finding);
    }
    fn cut(&mut self, cut: Cut) {
        self.sink.cut(cut);
    }
    fn overflow(&mut self, overflow: Overflow) {
        self.sink.overflow(overflow);
    }
    fn learns(&self) -> bool {
        true
    }
    fn acted(&mut self, thread: ThreadId, action: Acted<'_>) {
        let Acted { at, touches, gate, unasked, continues, to } = action;
        // Nobody moves before what continues a call, nor before what is touched unasked: whoever takes the
        // step touches this, too, and so does whoever performs the action that is continued.
        let glued = if continues { [touches, unasked].concat() } else { unasked.to_vec() };
        let mut glue = |(thread, begun)| {
            let touches = glued.clone();
            self.lessons.push((thread, Lesson::Continues { begun, touches }));
        };
        match self.step {
            Some(first) if !glued.is_empty() => glue(first),
            Some(_) => {}
            None => self.step = Some((thread, at)),
        }
        match self.begun.iter_mut().find(|(known, _)| *known == thread) {
            Some(&mut begun) if continues => glue(begun),
            Some((_, begun)) => *begun = at,
            None => self.begun.push((thread, at)),
        }
        let (touches, unasked) = (touches.to_vec(), unasked.to_vec());
        self.lessons.push((thread, Lesson::Acts { at, touches, gate, unasked, to }));
    }
}

/// The stubborn set of a state: the processes that move from there.
pub(crate) fn stubborn_set<Y: System>(system: &Y, state: &Y::State, futures: &mut Futures) -> u64 {
    let mut processes: Vec<(u16, Outlook)> = Vec::new();
    for process in 0..system.processes() as u16 {
        let Some(outlook) = system.outlook(state, process) else { continue };
        if outlook.kind != Process::Thread {
            // What it is about to do is not what its thread does next.
        } else if outlook.position != UNSTARTED {
            futures.is_at(outlook.thread, outlook.position, &outlook.touches, outlook.gate);
        } else if !futures.knows(outlook.thread, UNSTARTED) {
            continue;
        }
        processes.push((process, outlook));
    }
    let mut closing = Closing { followers: vec![None; processes.len()], processes: &processes, futures };
    let mut best = (u32::MAX, u64::MAX);
    for (first, (_, outlook)) in processes.iter().enumerate() {
        if outlook.needs != Needs::Nothing || !outlook.keeps_alive {
            continue;
        }
        let (size, set) = closing.close(first, best.0);
        if size < best.0 {
            best = (size, set);
        }
        if size == 1 {
            break;
        }
    }
    best.1
}

/// Finds closed sets of processes, which are numbered from 0.
struct Closing<'a> {
    processes: &'a [(u16, Outlook)],
    futures: &'a mut Futures,
    /// The processes that must be in a closed set with this one, as far as they are known.
    followers: Vec<Option<u64>>,
}

impl Closing<'_> {
    /// The smallest closed set with this process, and how many of its members can move. Gives up at `most`.
    fn close(&mut self, first: usize, most: u32) -> (u32, u64) {
        let (mut size, mut set) = (0, 0u64);
        let mut members = 1u64 << first;
        let mut left = members;
        while left != 0 {
            let member = left.trailing_zeros() as usize;
            left &= left - 1;
            let (process, outlook) = &self.processes[member];
            set |= 1 << process;
            size += u32::from(outlook.needs == Needs::Nothing);
            if size >= most {
                return (u32::MAX, u64::MAX);
            }
            let more = self.followers(member) & !members;
            members |= more;
            left |= more;
        }
        (size, set)
    }

    /// The processes that must be in a closed set with this one.
    fn followers(&mut self, member: usize) -> u64 {
        if let Some(known) = self.followers[member] {
            return known;
        }
        let one = &self.processes[member].1;
        let mut touches = one.touches.clone();
        touches.extend_from_slice(self.futures.unasked(one.thread, one.position));
        let mut found = 0;
        for (i, (process, other)) in self.processes.iter().enumerate().filter(|(i, _)| *i != member) {
            let follows = match &one.needs {
                // A thread reads its own stores wherever they are, so its buffer commutes with whatever the
                // thread can do before that is flushed. But a new store is a new choice, unless it must wait.
                Needs::Nothing if other.thread == one.thread => {
                    let future = self.futures.future(other.thread, other.position, None);
                    matches!(one.kind, Process::Buffer { in_order: false, .. })
                        && future.is_some_and(|future| self.futures.stores(&future))
                }
                Needs::Nothing => {
                    let before: (ThreadId, &[MonitorId]) = (one.thread, &one.owns);
                    let future = self.futures.future(other.thread, other.position, Some(before));
                    future.is_some_and(|future| self.futures.conflicts(&future, &touches))
                        || other.kind.flushes(&touches)
                }
                Needs::Process(needed) => needed == process,
                Needs::Touch(objects) => {
                    let future = self.futures.future(other.thread, other.position, None);
                    let wanted: Vec<Touch> = objects.iter().map(|object| Touch::write(*object)).collect();
                    future.is_some_and(|future| self.futures.conflicts(&future, &wanted))
                        || other.kind.flushes(&wanted)
                }
            };
            found |= u64::from(follows) << i;
        }
        self.followers[member] = Some(found);
        found
    }
}

impl Process {
    /// Whether it is a buffer with a store that does not commute with one of these.
    fn flushes(&self, touches: &[Touch]) -> bool {
        let meets = |a: &Touch, b: &Touch| a.object == b.object || b.object == Object::Everything;
        match self {
            Process::Thread => false,
            Process::Buffer { stores, .. } => stores.iter().any(|a| touches.iter().any(|b| meets(a, b))),
        }
    }
}
