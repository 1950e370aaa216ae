//! An execution of a Java program as rows that fit the terminal: a column per thread if there is room,
//! otherwise one for all.
//!
//! **Promises**: no line is wider than the terminal, there are at most about sixty rows, and no name from the
//! program reaches the terminal unescaped.

use crate::columns::{Align, cut, squeeze, width, wrapped};
use crate::java::JavaReport;
use crate::printable::clean;
use crate::style::{Paint, grouped};
use event::ThreadId;
use std::collections::BTreeMap;
use std::fmt::Write;
use verify::java::{Line, Place, Story, is_of_assertions};

/// How many rows of a long execution are shown: of its beginning, of its end, and others that matter.
const FIRST: usize = 12;
const LAST: usize = 28;
const OTHERS: usize = 8;
const MOST: usize = 60;

/// The widest text of an action.
const WIDEST: usize = 46;

/// The least room for code beside columns.
const CODE: usize = 24;

/// The widest file name if there is little room and the rows come from several files.
const FILE: usize = 20;

/// One row of an execution.
#[derive(Debug, Clone, Default)]
struct Row {
    number: String,
    thread: ThreadId,
    action: &'static str,
    text: String,
    /// The text without the class of the library method, for narrow terminals.
    short: Option<String>,
    note: Option<String>,
    place: Place,
    matters: bool,
    /// How many steps of each thread the row stands for.
    steps: BTreeMap<ThreadId, usize>,
    /// Whether these steps are left out.
    is_gap: bool,
}

impl Row {
    /// The text, fitted into `room` columns.
    fn fitted(&self, room: usize) -> String {
        let fits = width(&self.text) <= room;
        squeeze(self.short.as_ref().filter(|_| !fits).unwrap_or(&self.text), room)
    }
}

/// Formats an execution, and the output of the program in it.
pub fn story_text(report: &JavaReport<'_>, story: &Story, verbose: bool) -> String {
    let rows = gathered(&story.lines);
    let rows = if verbose { rows } else { elided(without_repetitions(rows)) };
    let mut out = String::from("\n");
    out += &Table::new(report, story, &rows).text(&rows);
    out += &printed(story);
    out
}

/// An execution as rows, for reports that have room.
pub(crate) struct Columned {
    /// The names of the threads, in the order of their columns.
    pub threads: Vec<String>,
    /// The rows.
    pub rows: Vec<Cell>,
}

/// A row in the column of its thread.
pub(crate) struct Cell {
    /// The number of the step, or the numbers of several: `3`, `10-21`.
    pub number: String,
    /// The numbers of the first and the last; 0 if the row is no step.
    pub numbers: (usize, usize),
    /// The column.
    pub column: usize,
    /// The kind of action.
    pub action: &'static str,
    /// What happens.
    pub text: String,
    /// What surprises about it.
    pub note: Option<String>,
    /// The place.
    pub place: Place,
    /// Whether the finding cannot be understood without it.
    pub matters: bool,
    /// Whether steps are left out here.
    pub is_gap: bool,
}

/// The most rows of an execution in a report that has room.
const ROOMY: usize = 400;

/// An execution as rows. Only long ones are cut.
pub(crate) fn columned(story: &Story) -> Columned {
    let rows = without_repetitions(gathered(&story.lines));
    let rows = if rows.len() > ROOMY { elided(rows) } else { rows };
    let acts = |id: &ThreadId| rows.iter().any(|row| !row.is_gap && row.thread == *id);
    let ids: Vec<ThreadId> = story.threads.keys().copied().filter(acts).collect();
    let name = |id: &ThreadId| story.threads.get(id).map_or_else(String::new, |name| clean(name));
    let cell = |row: Row| {
        let mut ends = row.number.split('-').filter_map(|n| n.parse().ok());
        let first = ends.next().unwrap_or(0);
        Cell {
            numbers: (first, ends.next().unwrap_or(first)),
            column: ids.iter().position(|id| *id == row.thread).unwrap_or(0),
            action: row.action,
            text: if row.is_gap { gap_text(&row, &name) } else { row.text },
            note: row.note,
            place: row.place,
            matters: row.matters,
            is_gap: row.is_gap,
            number: row.number,
        }
    };
    // A gap in which threads only wait has no steps.
    let rows = rows.iter().filter(|row| !row.is_gap || row.steps.values().any(|n| *n > 0)).cloned();
    Columned { rows: rows.map(cell).collect(), threads: ids.iter().map(name).collect() }
}

/// Says how many steps of which threads are left out.
fn gap_text(row: &Row, name: &dyn Fn(&ThreadId) -> String) -> String {
    let mut counts = row.steps.iter().filter(|(_, n)| **n > 0).map(|(id, n)| (name(id), *n as u64));
    let (who, n) = counts.next().unwrap_or_default();
    let word = if n == 1 { "step" } else { "steps" };
    let mut text = format!("… {} more {word} of {who}", grouped(n));
    counts.for_each(|(who, n)| text += &format!(", {} of {who}", grouped(n)));
    text + " …"
}

/// The output of the program: its first and last lines.
fn printed(story: &Story) -> String {
    const ENDS: usize = 10;
    let printed: Vec<u8> = story.output.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    if printed.is_empty() {
        return String::new();
    }
    let text = String::from_utf8_lossy(&printed);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = "  printed:\n".to_owned();
    for (i, line) in lines.iter().enumerate() {
        if i < ENDS || i + ENDS >= lines.len() {
            let _ = writeln!(out, "    | {}", clean(line));
        } else if i == ENDS {
            let _ = writeln!(out, "    … {} more lines …", grouped((lines.len() - 2 * ENDS) as u64));
        }
    }
    out
}

/// Groups the actions of one call of the class library into a row.
fn gathered(lines: &[Line]) -> Vec<Row> {
    let alone = |line: &Line| line.note.is_some() || line.matters || line.elided > 0;
    let same = |a: &Line, b: &Line| {
        let library = !a.via.is_empty() && a.via == b.via && a.place == b.place;
        let asserts = |line: &Line| is_of_assertions(&line.place.class) && line.action != "fail";
        let is_same_kind = library || is_internal(a) && is_internal(b) || asserts(a) && asserts(b);
        let is_one = is_same_kind && !alone(a) && !alone(b);
        // Two joins or starts in one line of the program are two rows.
        let is_next = a.action == b.action && matches!(a.action, "start" | "join");
        let exits = a.action == "exit" && b.action == "exit";
        a.thread == b.thread && (exits || is_one && !is_next && !a.blocks)
    };
    let mut rows: Vec<Row> = Vec::new();
    for group in lines.chunk_by(same) {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        if first.elided > 0 {
            let steps = BTreeMap::from([(first.thread, first.elided)]);
            rows.push(Row { is_gap: true, steps, ..Row::default() });
            continue;
        }
        let (text, short) = row_text(group);
        let number = match (first.number, last.number) {
            (0, _) => String::new(),
            (a, b) if a == b => a.to_string(),
            (a, b) => format!("{a}-{b}"),
        };
        rows.push(Row {
            number,
            thread: first.thread,
            action: first.action,
            text: clean(&text),
            short: short.as_deref().map(clean),
            note: last.note.as_deref().map(clean),
            place: first.place.clone(),
            matters: group.iter().any(|line| line.matters),
            steps: BTreeMap::from([(first.thread, if first.number > 0 { group.len() } else { 0 })]),
            is_gap: false,
        });
    }
    merged(rows)
}

/// The text of a row, and a shorter variant.
fn row_text(group: &[Line]) -> (String, Option<String>) {
    let (first, last) = (&group[0], &group[group.len() - 1]);
    let call = call(&first.via);
    if last.blocks && last.action == "park" && !call.is_empty() {
        let short = format!("waits in {} (parks)", method(call));
        return (format!("waits in {call} (parks)"), Some(short));
    }
    if last.action == "exit" {
        return (last.text.clone(), None);
    }
    let said = match group.len() {
        1 => first.text.clone(),
        n => {
            let telling = group.iter().find(|line| is_telling(line) && n <= TELLING);
            telling.map_or_else(|| format!("{n} actions"), |line| line.text.clone())
        }
    };
    if call.is_empty() {
        let said = match group.len() {
            1 => said,
            n if is_of_assertions(&first.place.class) => format!("assertion library: {n} actions"),
            _ => format!("class library: {said}"),
        };
        return (said, None);
    }
    match (of_itself(first, call), group.len()) {
        (Some(said), 1) => (said, None),
        _ => (format!("{call}: {said}"), Some(format!("{}: {said}", method(call)))),
    }
}

/// The method name: `lock` for `ReentrantLock.lock`.
fn method(call: &str) -> &str {
    call.rsplit('.').next().unwrap_or(call)
}

/// Describes an access of a library method to a field of its own object: `AtomicInteger#1.get: read value →
/// 0`.
fn of_itself(line: &Line, call: &str) -> Option<String> {
    let location = line.location.as_deref()?;
    let (object, field) = location.rsplit_once('.')?;
    let (class, method) = call.rsplit_once('.')?;
    let is_own = object.strip_prefix(class).is_some_and(|rest| rest.starts_with('#'));
    is_own.then(|| format!("{object}.{method}: {}", line.text.replacen(location, field, 1)))
}

/// If a call has more actions than this, a single one does not tell what it was for.
const TELLING: usize = 6;

/// Whether an action tells what the call was for.
fn is_telling(line: &Line) -> bool {
    matches!(line.action, "wait" | "park" | "notify" | "unpark" | "start" | "join" | "interrupt")
}

/// Whether an access is internal to the class library, with no code of the program on the stack.
fn is_internal(line: &Line) -> bool {
    let is_access = matches!(line.action, "read" | "write" | "update" | "lock" | "unlock" | "look" | "fence");
    is_access && line.via.is_empty() && line.place.line == 0 && line.place.class.is_empty()
}

/// Merges adjacent gaps.
fn merged(rows: Vec<Row>) -> Vec<Row> {
    let mut out: Vec<Row> = Vec::new();
    for row in rows {
        match out.last_mut().filter(|last| last.is_gap && row.is_gap) {
            Some(last) => {
                row.steps.into_iter().for_each(|(thread, n)| *last.steps.entry(thread).or_default() += n)
            }
            None => out.push(row),
        }
    }
    out
}

/// The longest body of a loop, in rows, of which only the first and the last iteration are shown.
const BODY: usize = 8;
/// Loops with fewer iterations are shown in full.
const ITERATIONS: usize = 4;

/// Whether two rows do the same, as successive iterations of a loop do.
fn is_like(a: &Row, b: &Row) -> bool {
    let plain = |row: &Row| !row.is_gap && !row.matters && row.note.is_none() && row.place.line > 0;
    plain(a) && plain(b) && a.thread == b.thread && a.action == b.action && a.place == b.place
}

/// Leaves out all but the first and the last iteration of a thread's loops.
fn without_repetitions(mut rows: Vec<Row>) -> Vec<Row> {
    let mut at = 0;
    while at < rows.len() {
        let repeats = |body: usize| {
            let same = (at + body..rows.len()).take_while(|i| is_like(&rows[*i], &rows[*i - body])).count();
            (body, 1 + same / body)
        };
        let (body, times) = (1..=BODY).map(repeats).find(|(_, times)| *times >= ITERATIONS).unwrap_or((1, 1));
        if times >= ITERATIONS {
            rows[at + body..at + body * (times - 1)].iter_mut().for_each(|row| row.is_gap = true);
        }
        at += body * times;
    }
    let mut rows = merged(rows);
    // A row alone between two gaps that recurs after the second is an iteration, too: the recorder kept it as
    // the end of a stretch.
    let gaps: Vec<usize> = (0..rows.len()).filter(|i| rows[*i].is_gap).collect();
    for pair in gaps.windows(2) {
        let (from, to) = (pair[0] + 1, pair[1]);
        let comes_again =
            |i: usize| rows.get(i + 1 + to - from).is_some_and(|later| is_like(&rows[i], later));
        if to - from <= BODY && (from..to).all(comes_again) {
            rows[from..to].iter_mut().for_each(|row| row.is_gap = true);
        }
    }
    merged(rows)
}

/// Keeps the beginning, the end, and the rows in between that matter.
fn elided(rows: Vec<Row>) -> Vec<Row> {
    if rows.len() <= MOST {
        return rows;
    }
    let end = rows.len() - LAST;
    let mut kept: Vec<bool> = (0..rows.len()).map(|i| i < FIRST || i >= end).collect();
    let others = (FIRST..end).rev().filter(|i| rows[*i].matters).take(OTHERS);
    others.for_each(|i| kept[i] = true);
    // A gap of one row would take as much room as the row.
    for i in 1..rows.len() - 1 {
        kept[i] |= kept[i - 1] && kept[i + 1];
    }
    let gap = |(row, kept): (Row, bool)| if kept { row } else { Row { is_gap: true, ..row } };
    merged(rows.into_iter().zip(kept).map(gap).collect())
}

/// The call without packages: `ReentrantLock.lock` for `java.util.concurrent.locks.ReentrantLock.lock`.
fn call(via: &str) -> &str {
    let mut dots = via.rmatch_indices('.').map(|(i, _)| i);
    dots.nth(1).map_or(via, |i| &via[i + 1..])
}

/// The layout of the rows.
struct Table<'a> {
    report: &'a JavaReport<'a>,
    /// The threads, with their names and the widths of their columns.
    threads: Vec<(ThreadId, String, usize)>,
    numbers: usize,
    /// The file of all rows, if they share one.
    file: Option<String>,
    /// The widest file name.
    files: usize,
    /// The width of places, without source code.
    places: usize,
    /// If all threads share one column: the width of their names, and of the actions.
    narrow: Option<(usize, usize)>,
}

impl<'a> Table<'a> {
    fn new(report: &'a JavaReport<'a>, story: &Story, rows: &[Row]) -> Table<'a> {
        let acting: Vec<&Row> = rows.iter().filter(|row| !row.is_gap).collect();
        let thread = |(id, name): (&ThreadId, &String)| {
            let name = squeeze(&clean(name), WIDEST / 2);
            let texts = acting.iter().filter(|row| row.thread == *id).map(|row| width(&row.text).min(WIDEST));
            let widest = texts.max()?.max(width(&name));
            Some((*id, name, widest))
        };
        let threads: Vec<(ThreadId, String, usize)> = story.threads.iter().filter_map(thread).collect();
        let numbers = acting.iter().map(|row| row.number.len()).max().unwrap_or(0).max(4);
        let placed: Vec<&Place> =
            acting.iter().map(|row| &row.place).filter(|place| place.line > 0).collect();
        let file = placed.first().map(|place| place.file.clone());
        let file = file.filter(|file| placed.iter().all(|place| place.file == *file));
        let mut table = Table { report, threads, numbers, file, files: usize::MAX, places: 0, narrow: None };
        let places =
            |table: &Table<'_>| placed.iter().map(|place| width(&table.place(place))).max().unwrap_or(0);
        table.places = places(&table);
        let code = placed.iter().filter_map(|place| (report.code)(place)).map(|code| width(&code));
        let code = code.max().map_or(0, |longest| 2 + longest.min(CODE));
        let columns: usize = table.threads.iter().map(|(.., width)| 2 + width).sum();
        let whole = report.style.width;
        if 2 + numbers + columns + 2 + table.places + code > whole {
            table.files = FILE;
            table.places = places(&table);
            let names = table.threads.iter().map(|(_, name, _)| width(name)).max().unwrap_or(0);
            let texts = table.threads.iter().map(|(.., width)| *width).max().unwrap_or(0);
            let room = whole.saturating_sub(2 + numbers + 2 + names + 2 + 2 + table.places + code.min(14));
            table.narrow = Some((names, texts.min(room.max(16))));
        }
        table
    }

    /// The place of a row, without its source code.
    fn place(&self, place: &Place) -> String {
        match (&self.file, place.line) {
            (_, 0) => String::new(),
            (Some(_), line) => line.to_string(),
            (None, line) => format!("{}:{line}", squeeze(&clean(&place.file), self.files)),
        }
    }

    fn text(&self, rows: &[Row]) -> String {
        let style = self.report.style;
        let mut out = self.head();
        for row in rows {
            if row.is_gap {
                // A row in which threads only wait has no steps.
                if row.steps.values().any(|n| *n > 0) {
                    out += &self.gap(row);
                }
                continue;
            }
            let column = self.threads.iter().position(|(id, ..)| *id == row.thread).unwrap_or(0);
            let mut line = format!("  {:>1$}", row.number, self.numbers);
            let mut used = 2 + self.numbers;
            match self.narrow {
                Some((names, texts)) => {
                    let name = self.threads.get(column).map_or("", |(_, name, _)| name);
                    let done = Align::Left.pad(&row.fitted(texts), texts);
                    let text = format!("  {}  {done}", Align::Left.pad(name, names));
                    line += &style.paint(Paint::Thread(column), &text);
                    used += 4 + names + texts;
                }
                None => {
                    for (i, (.., width)) in self.threads.iter().enumerate() {
                        let text = if i == column { row.fitted(*width) } else { String::new() };
                        let text = format!("  {}", Align::Left.pad(&text, *width));
                        line += &style.paint(Paint::Thread(i), &text);
                        used += 2 + width;
                    }
                }
            }
            let code = (self.report.code)(&row.place).map_or_else(String::new, |code| clean(code.trim()));
            let place = match self.file {
                Some(_) => Align::Right.pad(&self.place(&row.place), self.places),
                None => Align::Left.pad(&self.place(&row.place), self.places),
            };
            used += 2 + self.places;
            line += &style.paint(Paint::Aside, &format!("  {place}"));
            line += &format!("  {}", cut(&code, style.width.saturating_sub(used + 2)));
            let _ = writeln!(out, "{}", line.trim_end());
            if let Some(note) = &row.note {
                out += &self.note(note);
            }
        }
        out
    }

    fn head(&self) -> String {
        let style = self.report.style;
        let mut line = " ".repeat(2 + self.numbers);
        match self.narrow {
            Some((names, texts)) => line += &" ".repeat(4 + names + texts),
            None => {
                for (_, name, width) in &self.threads {
                    line += &format!("  {}", Align::Left.pad(name, *width));
                }
            }
        }
        let file = self.file.as_deref().map_or_else(String::new, clean);
        // Above the places, or as far to the right as it fits.
        let blank = line.len() - line.trim_end().len();
        let over = (width(&line) + 2 + width(&file)).saturating_sub(style.width);
        line.truncate(line.len() - over.min(blank));
        let room = style.width.saturating_sub(width(&line) + 2);
        let line = format!("{line}  {}", cut(&file, room));
        if line.trim().is_empty() {
            return String::new();
        }
        format!("{}\n", style.paint(Paint::Head, line.trim_end()))
    }

    fn gap(&self, row: &Row) -> String {
        let name = |id: &ThreadId| {
            let found = self.threads.iter().find(|(thread, ..)| thread == id);
            found.map_or_else(|| format!("thread {}", id.0), |(_, name, _)| name.clone())
        };
        let indent = " ".repeat(2 + self.numbers + 2);
        let text = cut(&gap_text(row, &name), self.report.style.width.saturating_sub(indent.len()));
        format!("{indent}{}\n", self.report.style.paint(Paint::Aside, &text))
    }

    fn note(&self, note: &str) -> String {
        let style = self.report.style;
        let indent = 2 + self.numbers + 2;
        let lines = wrapped(note, style.width.saturating_sub(indent + 2).max(20));
        let mut out = String::new();
        for (i, line) in lines.iter().enumerate() {
            let mark = if i == 0 { "^ " } else { "  " };
            let _ = writeln!(out, "{:indent$}{}", "", style.paint(Paint::Doubt, &format!("{mark}{line}")));
        }
        out
    }
}
