//! A tiny machine for tests: straight-line threads with guarded statements, written as text.
//!
//! `x=1; r0=y | y=1; r0=x`: threads are separated by `|`, a leading `+` marks a thread that another must
//! start. Names determine what they are: `r…` registers, `v…` volatile, `m…` mixed (`m0.rel=1`, `r0=m0.acq`),
//! `l…` monitors, all others plain locations. `r0==1? x=1` and `r0!=1? x=1` are guarded. Updates:
//! `r0=v.add(1)`, `r0=v.set(1)` return the old value, `r0=v.cas(0,1)` and `r0=v.wcas(0,1)` return 1 on
//! success. Also `lock l`, `unlock l`, `start 1`, `join 1`, `fence.full|rel|acq|ss|ll`, `out`, `fail`.
//! Observed: the registers of each thread in order, then the locations after `=>`.
#![allow(dead_code, reason = "each test file uses its part")]

use axioms::{Axioms, CandidateLimits, Enumeration, enumerate};
use event::{
    Action, Answer, Failure, Fence, Loc, LocInfo, LocKind, Machine, MonitorId, Outcome, Pending, ReadMode,
    RmwMode, RmwOp, Sharing, Site, ThreadId, Value, WriteMode,
};
use fastrand::Rng;
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    Const(i64),
    /// A register plus a constant.
    Register(usize, i64),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    Read { register: usize, loc: Loc, mode: ReadMode },
    Write { loc: Loc, mode: WriteMode, operand: Operand },
    Rmw { register: usize, loc: Loc, mode: RmwMode, op: RmwOp },
    Other(Action),
}

/// `register == value` or `register != value`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guard {
    pub register: usize,
    pub equal: bool,
    pub value: i64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    pub guard: Option<Guard>,
    pub command: Command,
}

#[derive(Debug, Clone)]
pub struct Program {
    pub threads: Vec<Vec<Statement>>,
    pub waits_for_start: Vec<bool>,
    pub kinds: Vec<(String, LocKind)>,
    pub observed: Vec<Loc>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Thread {
    pub pc: usize,
    pub registers: Vec<Option<Value>>,
    pub ended: bool,
    pub failed: bool,
}

impl Program {
    pub fn parse(text: &str) -> Program {
        let (code, observed) = text.split_once("=>").unwrap_or((text, ""));
        let mut program =
            Program { threads: vec![], waits_for_start: vec![], kinds: vec![], observed: vec![] };
        for thread in code.split('|').map(str::trim) {
            program.waits_for_start.push(thread.starts_with('+'));
            let statements =
                thread.trim_start_matches('+').split(';').map(str::trim).filter(|s| !s.is_empty());
            let statements = statements.map(|s| program.statement(s)).collect();
            program.threads.push(statements);
        }
        for name in observed.split_whitespace() {
            let loc = program.loc(name);
            program.observed.push(loc);
        }
        program
    }

    fn loc(&mut self, name: &str) -> Loc {
        if let Some(i) = self.kinds.iter().position(|(n, _)| n == name) {
            return Loc(i as u64);
        }
        let kind = match name.as_bytes()[0] {
            b'v' => LocKind::Volatile,
            b'm' => LocKind::Mixed,
            _ => LocKind::Plain,
        };
        self.kinds.push((name.to_owned(), kind));
        Loc(self.kinds.len() as u64 - 1)
    }

    fn statement(&mut self, text: &str) -> Statement {
        let (guard, text) = match text.split_once('?') {
            Some((guard, rest)) => {
                let equal = guard.contains("==");
                let (register, value) =
                    guard.split_once(if equal { "==" } else { "!=" }).expect("a guard compares");
                let value = value.trim().parse().expect("a number");
                (Some(Guard { register: register_number(register.trim()), equal, value }), rest.trim())
            }
            None => (None, text),
        };
        let command = match text.split_once('=') {
            Some((left, right)) => self.assignment(left.trim(), right.trim()),
            None => Command::Other(action(text)),
        };
        Statement { guard, command }
    }

    fn assignment(&mut self, left: &str, right: &str) -> Command {
        if !left.starts_with('r') {
            let (name, suffix) = left.split_once('.').unwrap_or((left, ""));
            let mode = match (suffix, name.as_bytes()[0]) {
                ("rel", _) => WriteMode::Release,
                ("opq", _) => WriteMode::Opaque,
                ("vol", _) | ("", b'v') => WriteMode::Volatile,
                _ => WriteMode::Plain,
            };
            return Command::Write { loc: self.loc(name), mode, operand: operand(right) };
        }
        let register = register_number(left);
        let (name, suffix) = right.split_once('.').unwrap_or((right, ""));
        let loc = self.loc(name);
        if let Some((function, arguments)) = suffix.split_once('(') {
            let (function, mode) = match function.split_once('_') {
                Some((f, "plain")) => (f, RmwMode::Plain),
                Some((f, "acq")) => (f, RmwMode::Acquire),
                Some((f, _)) => (f, RmwMode::Release),
                None => (function, RmwMode::Volatile),
            };
            let numbers = arguments
                .trim_end_matches(')')
                .split(',')
                .map(|a| Value(a.trim().parse().expect("a number")));
            let a: Vec<Value> = numbers.collect();
            let op = match function {
                "add" => RmwOp::Add(a[0]),
                "set" => RmwOp::Set(a[0]),
                _ => {
                    let may_fail_spuriously = function == "wcas";
                    RmwOp::CompareAndSet { expected: a[0], new: a[1], may_fail_spuriously }
                }
            };
            return Command::Rmw { register, loc, mode, op };
        }
        let mode = match (suffix, name.as_bytes()[0]) {
            ("acq", _) => ReadMode::Acquire,
            ("opq", _) => ReadMode::Opaque,
            ("vol", _) | ("", b'v') => ReadMode::Volatile,
            _ => ReadMode::Plain,
        };
        Command::Read { register, loc, mode }
    }

    /// Skips statements whose guard fails.
    fn settle(&self, t: usize, thread: &mut Thread) {
        let code = &self.threads[t];
        let skipped = |s: &Statement, regs: &[Option<Value>]| match s.guard {
            Some(guard) => (regs[guard.register].unwrap_or_default() == Value(guard.value)) != guard.equal,
            None => false,
        };
        while thread.pc < code.len() && skipped(&code[thread.pc], &thread.registers) {
            thread.pc += 1;
        }
    }

    fn register_count(&self, t: usize) -> usize {
        let used = self.threads[t].iter().map(|s| {
            let guard = s.guard.map_or(0, |guard| guard.register + 1);
            guard.max(match s.command {
                Command::Read { register, .. } | Command::Rmw { register, .. } => register + 1,
                Command::Write { operand: Operand::Register(register, _), .. } => register + 1,
                _ => 0,
            })
        });
        used.max().unwrap_or(0)
    }
}

fn register_number(name: &str) -> usize {
    name.trim_start_matches('r').parse().expect("a number")
}

fn operand(text: &str) -> Operand {
    match text.strip_prefix('r') {
        Some(rest) => {
            let (register, constant) = rest.split_once('+').unwrap_or((rest, "0"));
            Operand::Register(register.parse().expect("a number"), constant.parse().expect("a number"))
        }
        None => Operand::Const(text.parse().expect("a number")),
    }
}

fn action(text: &str) -> Action {
    let (word, argument) = text.split_once(' ').unwrap_or((text, ""));
    let number = || argument.trim_start_matches('l').parse::<u16>().unwrap_or(0);
    match word {
        "lock" => Action::Lock(MonitorId(number().into())),
        "unlock" => Action::Unlock(MonitorId(number().into())),
        "start" => Action::Start(ThreadId(number())),
        "join" => Action::Join(ThreadId(number())),
        "fence.full" => Action::Fence(Fence::Full),
        "fence.rel" => Action::Fence(Fence::Release),
        "fence.acq" => Action::Fence(Fence::Acquire),
        "fence.ss" => Action::Fence(Fence::StoreStore),
        "fence.ll" => Action::Fence(Fence::LoadLoad),
        "out" => Action::External(Value(0)),
        "fail" => Action::Fail(Failure::assertion()),
        _ => panic!("unknown statement {text}"),
    }
}

impl Machine for Program {
    fn uses_fences(&self, _thread: ThreadId) -> bool {
        true
    }

    type State = Vec<Thread>;

    fn thread_count(&self) -> usize {
        self.threads.len()
    }

    fn starts_running(&self, thread: ThreadId) -> bool {
        !self.waits_for_start[thread.index()]
    }

    fn initial(&self) -> Vec<Thread> {
        let start = |t| {
            let registers = vec![None; self.register_count(t)];
            let mut thread = Thread { pc: 0, registers, ended: false, failed: false };
            self.settle(t, &mut thread);
            thread
        };
        (0..self.threads.len()).map(start).collect()
    }

    fn pending(&self, state: &Vec<Thread>, thread: ThreadId) -> Pending {
        let Thread { pc, registers, ended, .. } = &state[thread.index()];
        if *ended {
            return Pending::Ended;
        }
        let Some(statement) = self.threads[thread.index()].get(*pc) else {
            return Pending::Action(Action::End);
        };
        Pending::Action(match &statement.command {
            &Command::Read { loc, mode, .. } => Action::Read { loc, mode },
            Command::Write { loc, mode, operand } => {
                let value = match *operand {
                    Operand::Const(c) => c,
                    Operand::Register(r, c) => registers[r].unwrap_or_default().0 + c,
                };
                Action::Write { loc: *loc, mode: *mode, value: Value(value) }
            }
            &Command::Rmw { loc, mode, op, .. } => Action::Rmw { loc, mode, op },
            Command::Other(action) => action.clone(),
        })
    }

    fn resume(&self, state: &mut Vec<Thread>, thread: ThreadId, answer: Answer) {
        let t = thread.index();
        let thread = &mut state[t];
        let Some(statement) = self.threads[t].get(thread.pc) else {
            thread.ended = true;
            return;
        };
        match (&statement.command, answer) {
            (Command::Read { register, .. }, Answer::Value(v)) => thread.registers[*register] = Some(v),
            (Command::Rmw { register, op, .. }, Answer::Rmw { old, written }) => {
                let cas = matches!(op, RmwOp::CompareAndSet { .. });
                thread.registers[*register] = Some(if cas { Value(written.into()) } else { old });
            }
            (Command::Other(Action::Fail(_)), _) => {
                thread.failed = true;
                thread.pc = self.threads[t].len();
                return;
            }
            _ => {}
        }
        thread.pc += 1;
        self.settle(t, thread);
    }

    fn location(&self, _: &Vec<Thread>, loc: Loc) -> LocInfo {
        LocInfo::variable(self.kinds[loc.0 as usize].1, Sharing::Shared, Value(0))
    }

    fn encode(&self, state: &Vec<Thread>, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{state:?}").as_bytes());
    }

    fn site(&self, _: &Vec<Thread>, _: ThreadId) -> Site {
        Site::default()
    }

    fn observed_locations(&self) -> &[Loc] {
        &self.observed
    }

    fn outcome(&self, state: &Vec<Thread>, finals: &[Value]) -> Outcome {
        // An unassigned register shows as -1, which no program here writes.
        let shown = |register: &Option<Value>| register.unwrap_or(Value(-1));
        let registers = state.iter().flat_map(|thread| &thread.registers).map(shown);
        let failed = state.iter().enumerate().filter(|(_, thread)| thread.failed);
        Outcome {
            observed: Vec::new(),
            values: registers.chain(finals.iter().copied()).collect(),
            failures: failed.map(|(t, _)| (ThreadId(t as u16), Failure::assertion())).collect(),
        }
    }

    fn failure(&self, state: &Vec<Thread>, thread: ThreadId) -> Option<Failure> {
        state[thread.index()].failed.then_some(Failure::assertion())
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        thread.to_string()
    }

    fn loc_name(&self, _: &Vec<Thread>, loc: Loc) -> String {
        self.kinds[loc.0 as usize].0.clone()
    }

    fn monitor_name(&self, _: &Vec<Thread>, monitor: MonitorId) -> String {
        format!("l{}", monitor.0)
    }
}

/// Enumerates with default limits.
pub fn run(text: &str, model: Axioms) -> Enumeration {
    enumerate(&Program::parse(text), model, &CandidateLimits::default()).expect(text)
}

/// The rendered outcomes.
pub fn outcomes(text: &str, model: Axioms) -> BTreeSet<String> {
    run(text, model).outcomes.iter().map(Outcome::render).collect()
}

/// The models that allow the outcome, as `sc tso pso opmm`.
pub fn allowing(text: &str, outcome: &str) -> String {
    let allow = Axioms::ALL.into_iter().filter(|&model| outcomes(text, model).contains(outcome));
    let names = allow.map(|model| axioms::AxiomaticModel::name(&model).to_owned());
    names.collect::<Vec<_>>().join(" ")
}

/// What random programs may contain.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    pub threads: usize,
    pub statements: usize,
    /// Whether mixed locations and fences may occur (not for OpMM).
    pub mixed: bool,
    /// Whether monitors, starts and joins may occur.
    pub monitors: bool,
}

/// A random program as text.
pub fn random_program(random: &mut Rng, shape: Shape) -> String {
    let locations: &[&str] = if shape.mixed { &["x", "y", "m0", "v"] } else { &["x", "y", "v"] };
    let mut threads = Vec::new();
    let spawn = shape.monitors && random.usize(..4) == 0;
    for t in 0..shape.threads {
        let mut code = Vec::new();
        let mut held = false;
        for register in 0..1 + random.usize(..shape.statements) {
            let loc = locations[random.usize(..locations.len())];
            let pick = |random: &mut Rng, modes: &[&str]| match loc {
                "m0" => modes[random.usize(..modes.len())].to_owned(),
                _ => String::new(),
            };
            let guard = match (register, random.usize(..5)) {
                (1.., 0) => format!("r{}=={}? ", random.usize(..register), random.usize(..2)),
                _ => String::new(),
            };
            let value = match (register, random.usize(..4)) {
                (1.., 0) => format!("r{}", random.usize(..register)),
                _ => (1 + random.usize(..2)).to_string(),
            };
            let write_mode = pick(random, &["", ".rel", ".opq", ".vol"]);
            let read_mode = pick(random, &["", ".acq", ".opq", ".vol"]);
            let rmw_mode = pick(random, &["", "_plain", "_acq", "_rel"]);
            let fence = ["full", "rel", "acq", "ss", "ll"][random.usize(..5)];
            let statement = match random.usize(..12) {
                0..=4 => format!("{guard}{loc}{write_mode}={value}"),
                5..=8 => format!("{guard}r{register}={loc}{read_mode}"),
                9 if loc.starts_with(['v', 'm']) => {
                    let op = ["add", "set", "cas", "wcas"][random.usize(..4)];
                    let arguments = if op.ends_with("cas") { "0,1" } else { "1" };
                    format!("{guard}r{register}={loc}.{op}{rmw_mode}({arguments})")
                }
                10 if shape.mixed => format!("{guard}fence.{fence}"),
                11 if shape.monitors => {
                    held = !held;
                    if held { "lock l0".to_owned() } else { "unlock l0".to_owned() }
                }
                _ => format!("r{register}={loc}{read_mode}"),
            };
            code.push(statement);
        }
        if held {
            code.push("unlock l0".to_owned());
        }
        if spawn && t == 0 {
            code.insert(random.usize(..code.len() + 1), "start 1".to_owned());
            if random.usize(..2) == 0 && !code.iter().any(|s| s.contains("lock")) {
                code.push("join 1".to_owned());
                code.push("r9=x".to_owned());
            }
        }
        let waits = if spawn && t == 1 { "+" } else { "" };
        threads.push(format!("{waits}{}", code.join("; ")));
    }
    format!("{} => x v", threads.join(" | "))
}
