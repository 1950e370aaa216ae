//! What follows from the code alone: which instructions may still be fetched, and which registers are needed.

use stages::{Address, Instruction, Kind, Program};

/// An instruction by its number among those of all processes.
pub(crate) type Global = u16;

/// A set of instructions, registers or locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Set(Vec<u64>);

impl Set {
    pub fn new(size: usize) -> Set {
        Set(vec![0; size.div_ceil(64)])
    }

    pub fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub fn insert(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    fn remove(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    /// Whether it has grown.
    pub fn join(&mut self, other: &Set) -> bool {
        let mut grown = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            grown |= *more & !*word != 0;
            *word |= more;
        }
        grown
    }
}

/// The static facts.
#[derive(Debug)]
pub(crate) struct Flow {
    /// The instructions of all processes, one process after the other.
    pub code: Vec<Instruction>,
    /// The process of each instruction.
    pub process: Vec<u8>,
    /// The first instruction of each process, and the number of all instructions.
    pub first: Vec<Global>,
    /// The instructions that may be fetched from each program counter on: its own and all that may follow.
    /// One past the last instruction of each process has nothing.
    pub from: Vec<Set>,
    /// The instructions that may be fetched after each instruction.
    pub after: Vec<Set>,
    /// The registers that may still be read from each program counter on.
    pub needed: Vec<Set>,
    /// Those after each instruction.
    pub needed_after: Vec<Set>,
}

impl Flow {
    /// `shown` has the registers of each process that claims and outcomes show.
    pub fn new(program: &Program, shown: &[Vec<u16>]) -> Flow {
        let mut first = Vec::new();
        let (mut code, mut process) = (Vec::new(), Vec::new());
        for (p, it) in program.processes.iter().enumerate() {
            first.push(code.len() as Global);
            code.extend(it.code.iter().cloned());
            process.extend(std::iter::repeat_n(p as u8, it.code.len()));
        }
        first.push(code.len() as Global);
        let n = code.len();
        let registers = program.processes.iter().map(|p| p.registers.len()).max().unwrap_or(0);
        let mut flow = Flow {
            process,
            from: vec![Set::new(n); n],
            after: vec![Set::new(n); n],
            needed: vec![Set::new(registers); n],
            needed_after: vec![Set::new(registers); n],
            first,
            code,
        };
        flow.close(shown);
        flow
    }

    /// The instructions that may come next, as local indices.
    pub fn successors(&self, g: Global) -> (Option<Global>, Option<Global>) {
        let p = usize::from(self.process[usize::from(g)]);
        let next = (g + 1 < self.first[p + 1]).then_some(g + 1);
        match &self.code[usize::from(g)].kind {
            Kind::Jump { to, condition } => {
                let to = Some(self.first[p] + to).filter(|to| *to < self.first[p + 1]);
                let falls = !matches!(condition, stages::Term::Value(value) if *value != 0);
                (to, next.filter(|_| falls))
            }
            _ => (next, None),
        }
    }

    fn close(&mut self, shown: &[Vec<u16>]) {
        let n = self.code.len();
        let mut changes = true;
        while changes {
            changes = false;
            for g in (0..n).rev() {
                let (a, b) = self.successors(g as Global);
                let mut after = self.after[g].clone();
                let mut needed = self.needed_after[g].clone();
                for register in &shown[usize::from(self.process[g])] {
                    needed.insert(usize::from(*register));
                }
                for next in a.into_iter().chain(b) {
                    after.join(&self.from[usize::from(next)]);
                    needed.join(&self.needed[usize::from(next)]);
                }
                changes |= self.after[g].join(&after);
                self.needed_after[g].join(&needed);
                after.insert(g);
                if let Some(set) = self.code[g].kind.sets() {
                    needed.remove(usize::from(set));
                }
                for register in reads(&self.code[g].kind) {
                    needed.insert(usize::from(register));
                }
                changes |= self.from[g].join(&after);
                changes |= self.needed[g].join(&needed);
            }
        }
    }
}

/// The registers that an instruction reads, each as often as it is written.
pub(crate) fn reads(kind: &Kind) -> Vec<u16> {
    let mut registers = Vec::new();
    kind.terms().for_each(|term| term.variables(&mut registers));
    registers
}

/// The location of an instruction, if it is known before the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// It has none.
    None,
    /// A nop that is about no location: all these are alike.
    Anywhere,
    /// This one.
    At(u16),
    /// It is computed.
    Computed,
}

pub(crate) fn place(kind: &Kind) -> Place {
    match kind {
        Kind::Load { at: Address::Fixed(at), .. } | Kind::Store { at: Address::Fixed(at), .. } => {
            Place::At(*at)
        }
        Kind::Load { .. } | Kind::Store { .. } => Place::Computed,
        Kind::Nop { at: Some(at) } => Place::At(*at),
        Kind::Nop { at: None } => Place::Anywhere,
        Kind::Move { .. } | Kind::Jump { .. } => Place::None,
    }
}
