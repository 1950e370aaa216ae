//! Which thread starts and joins which, and in which order `main` does it.
//!
//! In litmus a join waits for the end of a thread, started or not; `Thread.join` returns at once if the
//! thread has not been started. So we translate a join only if the thread has certainly been started: by
//! `main`, which starts joined threads before the threads that join them, or earlier by the joining thread
//! itself.

use crate::walk::{Part, any_statement, may_end_thread, parts};
use crate::{Result, Untranslatable};
use litmus::ast::{Stmt, StmtKind, Test};

/// A statement that starts or joins a thread.
#[derive(Debug, Clone, Copy)]
struct Link {
    host: usize,
    other: usize,
    /// The index of the host's statement that it is, or is nested in.
    at: usize,
    /// Whether it is that statement itself.
    outermost: bool,
}

/// What `main` does.
pub(crate) struct Plan {
    /// The threads that `main` starts, in order.
    pub starts: Vec<usize>,
    /// All threads, in an order in which `main` can join them: each thread after the one that starts it.
    pub joins: Vec<usize>,
    /// Per thread: whether it may never be started.
    pub may_never_start: Vec<bool>,
}

pub(crate) fn plan(test: &Test) -> Result<Plan> {
    let starts = links(test, &|kind| match kind {
        StmtKind::Start(thread) => Some(thread.number),
        _ => None,
    });
    let joins = links(test, &|kind| match kind {
        StmtKind::Join(thread) => Some(thread.number),
        _ => None,
    });
    check_starts(test, &starts)?;
    check_joins(&joins)?;
    let family = Family { count: test.threads.len(), starts: &starts };
    Ok(Plan {
        starts: family.start_order(&joins)?,
        joins: family.join_order(),
        may_never_start: (0..family.count).map(|t| !family.surely_started(test, t, family.count)).collect(),
    })
}

fn links(test: &Test, wanted: &impl Fn(&StmtKind) -> Option<u32>) -> Vec<Link> {
    let mut links = Vec::new();
    for (host, thread) in test.threads.iter().enumerate() {
        for (at, stmt) in thread.body.iter().enumerate() {
            collect(stmt, wanted, true, &mut |other, outermost| {
                links.push(Link { host, other: other as usize, at, outermost });
            });
        }
    }
    links
}

fn collect(
    stmt: &Stmt,
    wanted: &impl Fn(&StmtKind) -> Option<u32>,
    outermost: bool,
    found: &mut impl FnMut(u32, bool),
) {
    wanted(&stmt.kind).into_iter().for_each(|other| found(other, outermost));
    for part in parts(stmt) {
        if let Part::Stmt(nested) = part {
            collect(nested, wanted, false, found);
        }
    }
}

fn check_starts(test: &Test, starts: &[Link]) -> Result<()> {
    for (i, start) in starts.iter().enumerate() {
        let is_loop = |s: &Stmt| matches!(s.kind, StmtKind::While(..) | StmtKind::DoWhile(..));
        let in_loop = !start.outermost && any_statement(&test.threads[start.host].body[start.at], &is_loop);
        if in_loop || starts[..i].iter().any(|other| other.other == start.other) {
            return Err(Untranslatable::StartedTwice(start.other as u32));
        }
        if start.host != starts[0].host {
            return Err(Untranslatable::StartsByTwo);
        }
    }
    Ok(())
}

fn check_joins(joins: &[Link]) -> Result<()> {
    for (i, join) in joins.iter().enumerate() {
        if joins[..i].iter().any(|other| other.other == join.other && other.host != join.host) {
            return Err(Untranslatable::JoinedByTwo(join.other as u32));
        }
    }
    Ok(())
}

/// Which thread starts which.
struct Family<'a> {
    count: usize,
    starts: &'a [Link],
}

impl Family<'_> {
    fn start_of(&self, thread: usize) -> Option<&Link> {
        self.starts.iter().find(|s| s.other == thread)
    }

    /// The thread itself, the thread that starts it, the thread that starts that one, and so on.
    fn ancestors(&self, thread: usize) -> Vec<usize> {
        let mut line = vec![thread];
        while let Some(start) = self.start_of(line[line.len() - 1])
            && !line.contains(&start.host)
        {
            line.push(start.host);
        }
        line
    }

    /// The threads that `main` starts: in the order of their numbers, as far as joins allow it.
    fn start_order(&self, joins: &[Link]) -> Result<Vec<usize>> {
        // `.0` must have been started before `.1`, because of the join.
        let mut before = Vec::new();
        for join in joins {
            let line = self.ancestors(join.host);
            if line.contains(&join.other) {
                continue;
            }
            match self.start_of(join.other) {
                None => before.push((join.other, line[line.len() - 1], *join)),
                Some(start) if start.host == join.host && start.outermost && start.at < join.at => {}
                Some(_) => return Err(refused(join)),
            }
        }
        let mut waiting: Vec<usize> = (0..self.count).filter(|&t| self.start_of(t).is_none()).collect();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let held = |t: &usize| before.iter().find(|(a, b, _)| b == t && waiting.contains(a));
            let Some(next) = waiting.iter().position(|t| held(t).is_none()) else {
                // They join each other, for which no order works.
                let (.., join) = held(&waiting[0]).expect("all of them are held");
                return Err(refused(join));
            };
            order.push(waiting.remove(next));
        }
        Ok(order)
    }

    fn join_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by_key(|&t| self.ancestors(t).len());
        order
    }

    /// Whether the thread runs in every execution that ends. `fuel` bounds the length of the chain of starts.
    fn surely_started(&self, test: &Test, thread: usize, fuel: usize) -> bool {
        let Some(start) = self.start_of(thread) else { return true };
        let before = &test.threads[start.host].body[..start.at];
        fuel > 0
            && start.outermost
            && !before.iter().any(may_end_thread)
            && self.surely_started(test, start.host, fuel - 1)
    }
}

fn refused(join: &Link) -> Untranslatable {
    Untranslatable::JoinBeforeStart { host: join.host as u32, joined: join.other as u32 }
}
