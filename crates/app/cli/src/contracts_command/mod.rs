//! `thinair contracts`: lists and verifies the contracts of the class library (docs/CONTRACTS.md).

mod bench;
mod methods;
mod verify;

use crate::args::ContractsArgs;
use crate::watch::{RunLimits, Watch};
use crate::{litmus_command, output, program};
use anyhow::{Context, Result, anyhow, bail};
use bench::Bench;
use classfile::Bytes;
use java_machine::{Entry, EntryRole, Table};
use report::columns::{Align, Columns};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use verify::{Bounds, Outcome, Row, Verifier};

/// The exit code if some entry is refuted.
const REFUTED: u8 = 1;
/// The exit code if some entry was not compared under some model.
const UNKNOWN: u8 = 3;

/// The most time for one search of a client, unless the time of the entry is long; less if the entry has less
/// time left.
const SEARCH: Duration = Duration::from_secs(3);

/// Runs the command and returns the exit code.
pub fn run(args: &ContractsArgs) -> Result<u8> {
    if let Some(path) = &args.json {
        output::check_writable(path)?;
    }
    let (table, of_file) = match &args.contracts {
        Some(file) => with_file(file)?,
        None => (Table::library(), Vec::new()),
    };
    let all = if args.contracts.is_some() { &of_file } else { table.entries() };
    let wanted =
        |entry: &&Entry| args.classes.is_empty() || args.classes.iter().any(|p| matches(&entry.class, p));
    let entries: Vec<Entry> = all.iter().filter(wanted).cloned().collect();
    if entries.is_empty() && !args.classes.is_empty() {
        bail!(
            "error: the table says nothing of {}\n   = hint: name classes as java.util.concurrent.Semaphore, Semaphore or \
             java.util.concurrent.*",
            args.classes.join(", ")
        );
    }
    if args.verify { verified(args, &table, &entries) } else { listed(args, &entries) }
}

/// Whether a pattern matches a class: by its name, with or without its package, or by a prefix.
fn matches(class: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => class.starts_with(start),
        None => {
            let is_it = |name: &str| {
                name == pattern || name.strip_prefix(pattern).is_some_and(|rest| rest.starts_with('$'))
            };
            is_it(class) || class.rsplit_once('.').is_some_and(|(_, simple)| is_it(simple))
        }
    }
}

/// The table of the class library extended by a file, and the entries of the file alone.
pub fn with_file(file: &Path) -> Result<(Table, Vec<Entry>)> {
    let text = crate::input::read(file).map_err(|e| {
        anyhow!(
            "{e:#}\n   = hint: a file of contracts has lines of role, class, member, descriptor and reason; \
             see docs/CONTRACTS.md"
        )
    })?;
    let mut table = Table::library();
    let known = table.entries().len();
    table.extend(&text, true).map_err(|e| {
        anyhow!(
            "error: {}:{}: {}\n   = hint: as in `atomic<TAB>p.Stack<TAB>push<TAB>(Ljava/lang/Object;)V<TAB>one compare-and-set`; \
             see docs/CONTRACTS.md",
            file.display(),
            e.line,
            e.message
        )
    })?;
    let entries = table.entries()[known..].to_vec();
    if entries.is_empty() {
        bail!("error: {} says nothing\n   = hint: see docs/CONTRACTS.md for its lines", file.display());
    }
    Ok((table, entries))
}

fn member(entry: &Entry) -> (&str, &str) {
    entry.member.as_ref().map_or(("-", "-"), |(name, descriptor)| (name, descriptor))
}

fn listed(args: &ContractsArgs, entries: &[Entry]) -> Result<u8> {
    let mut text = String::new();
    for entry in entries {
        let (name, descriptor) = member(entry);
        text += &format!("{}\t{}\t{name}\t{descriptor}\t{}\n", entry.role, entry.class, entry.reason);
    }
    text += &format!("{}\n", counts(entries));
    if args.json.as_deref() != Some(Path::new("-")) {
        output::print(&text)?;
    }
    if let Some(path) = &args.json {
        let value: Value = entries.iter().map(entry_json).collect();
        output::write(path, &(serde_json::to_string_pretty(&json!({ "entries": value }))? + "\n"))?;
    }
    Ok(0)
}

fn entry_json(entry: &Entry) -> Value {
    let (name, descriptor) = entry.member.clone().unzip();
    json!({
        "role": entry.role.to_string(), "class": entry.class, "member": name, "descriptor": descriptor, "reason": entry.reason,
    })
}

/// The number of entries, by role.
fn counts(entries: &[Entry]) -> String {
    let count = |role: EntryRole| entries.iter().filter(|e| e.role == role).count();
    let roles =
        EntryRole::ALL.iter().map(|(name, role)| (name, count(*role))).filter(|(_, count)| *count > 0);
    let roles: Vec<String> = roles.map(|(name, count)| format!("{count} {name}")).collect();
    format!("{} entries: {}", entries.len(), roles.join(", "))
}

fn verified(args: &ContractsArgs, table: &Table, entries: &[Entry]) -> Result<u8> {
    let since = Instant::now();
    let jdk = program::open_jdk(args.jdk.as_deref(), true)?;
    let version = jdk.version.clone();
    let path = args.class_path.as_deref().map(|p| std::env::split_paths(p).collect()).unwrap_or_default();
    let bench = Bench::new(jdk, path, &BTreeMap::new())?;
    let bounds = Bounds {
        time: args.time_limit.unwrap_or(ENTRY),
        states: args.states,
        clients: args.clients as usize,
        seed: args.seed,
        models: args.model.iter().map(|name| litmus_command::model(name)).collect::<Result<_>>()?,
        keep: args.keep.clone(),
    };
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let watch = watch(&bounds, args.quiet);
    let models: Vec<&str> = bounds.models.iter().map(|m| m.name()).collect();
    if !json_only {
        let cells = ["entry", "clients"].into_iter().chain(models.iter().copied());
        let cells: Vec<&str> = cells.chain(["states", "seconds", "verdict"]).collect();
        output::print(&columns(models.len()).line(&cells))?;
    }
    let rows =
        Verifier { bench: &bench, table, bounds: &bounds, watch: &watch, strict: args.contracts.is_some() }
            .all(entries, |row| {
            let text = row_text(row, &models, args.quiet);
            if json_only { Ok(()) } else { watch.over(|| output::print(&text)) }
        })?;
    let interrupted = watch.is_interrupted();
    drop(watch);
    if interrupted {
        output::complain("thinair: interrupted");
    }
    let total = Total::of(&rows, since.elapsed().as_secs_f64());
    if !json_only {
        output::print(&total.text(&version, &models))?;
    }
    if let Some(path) = &args.json {
        let rows: Value = rows.iter().map(row_json).collect();
        let value = json!({
            "jdk": version, "seed": bounds.seed, "entries": rows, "clients": total.clients, "states": total.states,
            "seconds": total.seconds,
        });
        output::write(path, &(serde_json::to_string_pretty(&value)? + "\n"))?;
    }
    Ok(total.exit_code())
}

/// The default time limit per entry.
const ENTRY: Duration = Duration::from_secs(20);

fn watch(bounds: &Bounds, quiet: bool) -> Watch {
    Watch::start(RunLimits {
        time: Some(SEARCH.max(bounds.time / 8).min(bounds.time)),
        memory: None,
        quiet,
        ..RunLimits::default()
    })
}

/// The name of an entry, for people.
pub fn name(entry: &Entry) -> String {
    let (member, descriptor) = member(entry);
    match (member, descriptor.starts_with('(')) {
        ("-", _) => format!("{} {}", entry.role, entry.class),
        (_, true) => {
            let parameters = descriptor.split(')').next().unwrap_or_default();
            format!("{} {}.{member}{parameters})", entry.role, entry.class)
        }
        (_, false) => format!("{} {}.{member}", entry.role, entry.class),
    }
}

/// The columns of the table: entry, clients, one per model, states, seconds, verdict. Their widths are fixed,
/// since rows are printed as soon as they are known.
fn columns(models: usize) -> Columns {
    let numbers = [7].into_iter().chain(std::iter::repeat_n(6, models)).chain([7, 7]);
    let numbers = numbers.map(|width| (Align::Right, width));
    Columns::of_widths([(Align::Left, 72)].into_iter().chain(numbers).chain([(Align::Left, 0)]))
}

fn row_text(row: &Row, models: &[&str], quiet: bool) -> String {
    let is_bad = matches!(row.outcome, Outcome::NotVerified(_) | Outcome::Refuted { .. });
    if quiet && !is_bad {
        return String::new();
    }
    let name = name(&row.entry).replace("java.util.concurrent.", "j.u.c.");
    let is_tested = !matches!(row.outcome, Outcome::NotTested | Outcome::Absent(_));
    let shared = if is_tested && row.shared { " (as above)" } else { "" };
    let mut numbers = vec![row.clients.to_string()];
    numbers.extend(models.iter().map(|m| row.compared.get(m).copied().unwrap_or(0).to_string()));
    numbers.extend([row.states.to_string(), format!("{:.1}", row.seconds)]);
    if !is_tested {
        numbers.iter_mut().for_each(String::clear);
    }
    let cells: Vec<String> = [vec![name], numbers, vec![format!("{}{shared}", row.outcome.word())]].concat();
    let mut text = columns(models.len()).line(&cells);
    if !is_tested {
        return text;
    }
    match &row.outcome {
        Outcome::NotVerified(why) => text += &format!("    {why}\n"),
        Outcome::Refuted { client, difference, source, alone } if !row.shared => {
            text += &format!("    client {client}\n    {difference}\n");
            if !alone {
                text += "    only together with other entries of the class\n";
            }
            if let Some(source) = source {
                text += &format!("    source {}\n", source.display());
            }
        }
        _ => {}
    }
    text
}

fn row_json(row: &Row) -> Value {
    let mut value = entry_json(&row.entry);
    value["verdict"] = row.outcome.word().into();
    value["clients"] = row.clients.into();
    value["compared"] = json!(row.compared);
    value["not_compared"] = json!(row.skipped);
    value["states"] = row.states.into();
    value["seconds"] = row.seconds.into();
    value["shared"] = row.shared.into();
    match &row.outcome {
        Outcome::NotVerified(why) | Outcome::Absent(why) => value["why"] = why.as_str().into(),
        Outcome::Refuted { client, difference, source, alone } => {
            value["alone"] = (*alone).into();
            value["client"] = client.as_str().into();
            value["difference"] = difference.as_str().into();
            value["source"] = source.as_ref().map(|s| s.display().to_string()).into();
        }
        _ => {}
    }
    value
}

struct Total {
    words: BTreeMap<&'static str, usize>,
    clients: usize,
    compared: BTreeMap<&'static str, usize>,
    states: u64,
    seconds: f64,
}

impl Total {
    fn of(rows: &[Row], seconds: f64) -> Total {
        let mut total =
            Total { words: BTreeMap::new(), clients: 0, compared: BTreeMap::new(), states: 0, seconds };
        for row in rows {
            *total.words.entry(row.outcome.word()).or_default() += 1;
            if row.shared {
                continue;
            }
            total.clients += row.clients;
            total.states += row.states;
            for (model, count) in &row.compared {
                *total.compared.entry(model).or_default() += count;
            }
        }
        total
    }

    fn text(&self, jdk: &str, models: &[&str]) -> String {
        let entries: usize = self.words.values().sum();
        let words: Vec<String> = self.words.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let compared =
            models.iter().map(|m| format!("{} under {m}", self.compared.get(m).copied().unwrap_or(0)));
        format!(
            "JDK {jdk}: {entries} entries: {}; {} clients, compared {}; {} states, {:.1} s\n",
            words.join(", "),
            self.clients,
            compared.collect::<Vec<_>>().join(", "),
            self.states,
            self.seconds
        )
    }

    fn exit_code(&self) -> u8 {
        if self.words.contains_key("refuted") {
            REFUTED
        } else if self.words.contains_key("not verified") {
            UNKNOWN
        } else {
            0
        }
    }
}

/// The contracts that `check` is given in addition to the table of the class library.
pub struct Given<'a> {
    pub file: &'a Path,
    /// Whether to use unverified entries, too.
    pub trust: bool,
    pub quiet: bool,
    pub jdk: &'a Path,
    /// The class path, and classes in memory.
    pub path: Vec<PathBuf>,
    pub memory: &'a BTreeMap<String, Bytes>,
}

/// Returns the table extended by a file whose entries were verified, and describes those that are only
/// trusted.
pub fn for_check(given: &Given<'_>) -> Result<(Table, Vec<String>)> {
    let (table, entries) = with_file(given.file)?;
    let jdk = program::open_jdk(Some(given.jdk), true)
        .context("error: contracts are verified by clients, which must be compiled")?;
    let bench = Bench::new(jdk, given.path.clone(), given.memory)?;
    for entry in &entries {
        if let Some(why) = bench.lacks(entry)? {
            bail!(
                "error: {}:{}: {}: {why}\n   = hint: a contract names a class of the class path, and a member that this class declares",
                given.file.display(),
                entry.line,
                name(entry)
            );
        }
    }
    let models = ["sc", "jmm"].iter().map(|name| litmus_command::model(name)).collect::<Result<_>>()?;
    let bounds = Bounds {
        time: ENTRY,
        states: crate::args::CONTRACT_STATES,
        clients: crate::args::CONTRACT_CLIENTS as usize,
        seed: 0,
        models,
        keep: PathBuf::from(crate::args::CONTRACT_KEEP),
    };
    let watch = watch(&bounds, given.quiet);
    let rows = Verifier { bench: &bench, table: &table, bounds: &bounds, watch: &watch, strict: true }
        .all(&entries, |_| Ok(()))?;
    drop(watch);
    let place = |row: &Row| format!("{}:{}: {}", given.file.display(), row.entry.line, name(&row.entry));
    let mut trusted = Vec::new();
    // Entries that are wrong on their own come first.
    let order = |row: &&Row| match &row.outcome {
        Outcome::Refuted { alone, .. } => u8::from(!alone),
        _ => 2,
    };
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(order);
    for row in sorted {
        match &row.outcome {
            Outcome::Verified => {}
            Outcome::Refuted { client, difference, source, .. } => {
                let source =
                    source.as_ref().map_or_else(String::new, |s| format!("\n   = source: {}", s.display()));
                bail!(
                    "error: {} is refuted\n   = client: {client}\n   = {difference}{source}\n   = hint: a call is atomic only if nobody \
                     can see it half done",
                    place(row)
                );
            }
            _ if given.trust => {
                trusted.push(format!("{} is not verified (--trust-contracts)", name(&row.entry)))
            }
            Outcome::NotVerified(why) => bail!(
                "error: {} is not verified: {why}\n   = hint: --trust-contracts uses it all the same, and says so under trusted",
                place(row)
            ),
            Outcome::NotTested | Outcome::Absent(_) => bail!(
                "error: {}: no client can tell whether this is right\n   = hint: --trust-contracts uses it all the same, and says so \
                 under trusted",
                place(row)
            ),
        }
    }
    let clients: usize = rows.iter().filter(|r| !r.shared).map(|r| r.clients).sum();
    let seconds: f64 = rows.iter().filter(|r| !r.shared).map(|r| r.seconds).sum();
    if !given.quiet {
        let count = rows.iter().filter(|r| r.outcome == Outcome::Verified).count();
        output::complain(&format!(
            "thinair: {}: {count} of {} contracts verified by {clients} clients, {seconds:.1} s",
            given.file.display(),
            rows.len()
        ));
    }
    Ok((table, trusted))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn classes_are_meant_by_names_and_beginnings() {
        let class = "java.util.concurrent.locks.ReentrantLock$Sync";
        assert!(matches(class, "ReentrantLock"));
        assert!(matches(class, "java.util.concurrent.locks.ReentrantLock"));
        assert!(matches(class, "ReentrantLock$Sync"));
        assert!(matches(class, "java.util.concurrent.*"));
        assert!(!matches(class, "Lock"));
        assert!(!matches(class, "Reentrant"));
    }
}
