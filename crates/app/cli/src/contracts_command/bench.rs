//! Compiles, starts and searches clients, over class libraries with different tables.

use super::methods::{Classes, Public, constructors, java_name, may_wait};
use crate::program;
use crate::watch::Watch;
use anyhow::{Context, Result, anyhow};
use apigen::{Client, Clients, HELPERS, Method, Recipe};
use classfile::{Bytes, ClassPath, Jdk, access};
use event::ThreadId;
use java_machine::{Entry, Policy, Table, Trust};
use jvm::Library;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;
use std::time::Instant;
use verify::FindingKind;
use verify::java::{JavaProgram, check_java};
use verify::{Model, Options};

/// A booted class library, with its table.
pub struct Booted {
    lib: &'static Library,
    state: jvm::State,
    options: java_machine::Options,
}

/// The clients of a class, and its public methods, for each way to create an object.
pub struct Subject {
    pub clients: Vec<(Clients, Vec<Public>)>,
}

/// A recipe, the class to call, and the classes involved.
type Parts = (Recipe, String, BTreeSet<String>);

/// A JDK, a class path, and a folder for compiled clients.
pub struct Bench {
    pub jdk: Jdk,
    path: ClassPath,
    entries: Vec<PathBuf>,
    folder: program::Folder,
    subjects: RefCell<BTreeMap<String, Result<Rc<Subject>, String>>>,
    /// The classes involved in each recipe.
    parts: RefCell<Option<Vec<Parts>>>,
    /// Packages that already contain the helper classes.
    helped: RefCell<BTreeSet<String>>,
}

/// The result of a search.
#[derive(Default)]
pub struct Seen {
    pub outcomes: BTreeSet<String>,
    /// The sets of threads that wait for ever in some execution; `None` if the engine does not tell.
    pub waiting: Option<BTreeSet<Vec<ThreadId>>>,
    /// Why outcomes may be missing.
    pub incomplete: Option<String>,
    pub states: u64,
}

/// The outcome that stands for an execution in which threads wait for ever.
const HANGS: &str = "some thread waits for ever";

/// The outcome that stands for an execution after which only idle threads are left.
const IDLES: &str = "only threads that wait for work are left";

/// The packages of the classes in recipes.
const PACKAGES: [&str; 12] = [
    "java.util.concurrent.",
    "java.util.concurrent.locks.",
    "java.util.concurrent.atomic.",
    "java.util.",
    "java.lang.",
    "java.lang.reflect.",
    "java.io.",
    "java.text.",
    "java.time.",
    "java.util.regex.",
    "java.util.zip.",
    "java.math.",
];

/// The most ways to create an object of a class without a recipe.
const FILLED: usize = 3;

const JAVAC_OPTIONS: [&str; 9] = [
    "-J-Duser.language=en",
    "-J-XX:TieredStopAtLevel=1",
    "-J-XX:+UseSerialGC",
    "-g",
    "-nowarn",
    "-Xlint:none",
    "-proc:none",
    "-Xmaxerrs",
    "1000",
];

impl Bench {
    /// Creates a bench for classes on this path and in memory.
    pub fn new(jdk: Jdk, entries: Vec<PathBuf>, memory: &BTreeMap<String, Bytes>) -> Result<Bench> {
        let folder = program::Folder::new()?;
        let classes = folder.make("classes")?;
        for (name, bytes) in memory {
            let file = classes.join(name);
            let around = file.parent().unwrap_or(&classes);
            std::fs::create_dir_all(around).with_context(|| format!("cannot create {}", around.display()))?;
            std::fs::write(&file, bytes).with_context(|| format!("cannot write {}", file.display()))?;
        }
        let entries: Vec<PathBuf> = std::iter::once(classes).chain(entries).collect();
        let path = ClassPath::new(&entries, jdk.release).map_err(|e| anyhow!("error: {e}"))?;
        Ok(Bench {
            jdk,
            path,
            entries,
            folder,
            subjects: RefCell::default(),
            parts: RefCell::default(),
            helped: RefCell::default(),
        })
    }

    fn classes(&self) -> Classes<'_> {
        Classes { jdk: &self.jdk, path: &self.path }
    }

    /// Boots a class library with this table.
    pub fn boot(&self, table: Table) -> Result<Booted> {
        let jdk = Jdk::open(&self.jdk.home).map_err(|e| anyhow!("error: {e}"))?;
        let path = ClassPath::new(&self.entries, jdk.release).map_err(|e| anyhow!("error: {e}"))?;
        let lib = Library::new(jdk, path);
        java_machine::set_checking(lib, Policy { trust: Trust::Library, table });
        let options = java_machine::Options::default();
        let (state, _) = jvm::boot_cached(lib, &options.vm, program::cache_folder().as_deref())
            .map_err(|e| anyhow!("thinair: unsupported: {e}"))?;
        Ok(Booted { lib, state, options })
    }

    /// Searches a client under a model. Its time counts from `since`.
    pub fn search(
        &self,
        booted: &Booted,
        (clients, client): (&Clients, &Client),
        model: Model,
        states: u64,
        watch: &Watch,
    ) -> Seen {
        let mut state = booted.state.clone();
        let mut options = booted.options.clone();
        options.threads = std::sync::Arc::default();
        let started =
            jvm::start(booted.lib, &mut state, &options.vm, &clients.main(), &clients.arguments(client));
        if let Err(error) = started {
            let incomplete = Some(error.to_string());
            return Seen { incomplete, ..Seen::default() };
        }
        let java = JavaProgram::new(booted.lib, state, options);
        let check = Options { states: Some(states), all_outcomes: true, ..Options::default() };
        let since = Instant::now();
        let name = format!("{} {}", model.name(), clients.title(client));
        let result = check_java(&java, model, &check, &|_: &str| watch.begin_as(0, since, &name));
        let mut outcomes: BTreeSet<String> = result.outcomes.iter().map(event::Outcome::render).collect();
        let deadlocks = || result.findings.iter().filter(|f| f.kind == FindingKind::Deadlock);
        if deadlocks().next().is_some() {
            outcomes.insert(HANGS.to_owned());
        }
        if result.findings.iter().any(|f| f.kind == FindingKind::Idle) {
            outcomes.insert(IDLES.to_owned());
        }
        let waiting = deadlocks().map(|f| Some(f.waiting()?.to_vec())).collect();
        let is_all = result.complete && result.open.as_ref().is_some_and(BTreeMap::is_empty);
        let why = || result.incomplete.first().map_or_else(|| "not decided".to_owned(), ToString::to_string);
        let incomplete = (!is_all || !result.incomplete.is_empty()).then(why);
        Seen { outcomes, waiting, incomplete, states: result.stats.states }
    }

    /// The compiled clients of a class, or why there are none.
    pub fn subject(&self, class: &str) -> Result<Result<Rc<Subject>, String>> {
        if let Some(known) = self.subjects.borrow().get(class) {
            return Ok(known.clone());
        }
        let made = self.make(class)?.map(Rc::new);
        self.subjects.borrow_mut().insert(class.to_owned(), made.clone());
        Ok(made)
    }

    fn is_of_jdk(&self, class: &str) -> bool {
        self.jdk.find_class(&class.replace('.', "/")).is_ok_and(|found| found.is_some())
    }

    /// All classes involved in the behaviour of a class; empty if the class does not exist.
    pub fn parts_of(&self, class: &str) -> Result<BTreeSet<String>> {
        match self.classes().find(class)? {
            Some(_) => self.classes().parts(class),
            None => Ok(BTreeSet::new()),
        }
    }

    /// Why an entry does not apply to this JDK and class path: the class or member that it names does not
    /// exist.
    pub fn lacks(&self, entry: &Entry) -> Result<Option<String>> {
        let Some(file) = self.classes().find(&entry.class)? else {
            return Ok(Some(format!("there is no class {}", entry.class)));
        };
        let Some((name, descriptor)) = &entry.member else { return Ok(None) };
        let is_there = file.methods.iter().any(|m| *m.name == **name && *m.descriptor == **descriptor)
            || file.fields.iter().any(|f| *f.name == **name && *f.descriptor == **descriptor);
        Ok((!is_there)
            .then(|| format!("{} declares no {name} with the descriptor {descriptor}", entry.class)))
    }

    fn make(&self, class: &str) -> Result<Result<Subject, String>> {
        let recipes = match self.recipes(class)? {
            Ok(recipes) => recipes,
            Err(why) => return Ok(Err(why)),
        };
        let number = self.subjects.borrow().len();
        let is_of_jdk = self.is_of_jdk(class);
        // Put clients into the package of the class, so that it need not be public.
        let package = class.rsplit_once('.').map(|(package, _)| package).filter(|_| !is_of_jdk);
        let mut all = Vec::new();
        for (i, (recipe, receiver)) in recipes.into_iter().enumerate() {
            let public = self.classes().methods(&receiver)?;
            let methods: Vec<Method> = public.iter().map(|p| p.method.clone()).collect();
            let name = format!("ThinairClient{number}x{i}");
            all.push((Clients::new(&name, package, recipe, &methods, i as u64), public));
        }
        let refused = self.compile(&mut all, package)?;
        all.retain(|(clients, _)| clients.size() > 0);
        Ok(match all.is_empty() {
            true => Err(refused.unwrap_or_else(|| "it has no public methods that can be called".to_owned())),
            false => Ok(Subject { clients: all }),
        })
    }

    /// Ways to create an object of a class, or of a class that it is a part of, with the name of the class to
    /// call.
    fn recipes(&self, class: &str) -> Result<Result<Vec<(Recipe, String)>, String>> {
        let simple = class.rsplit_once('.').map_or(class, |(_, simple)| simple).replace('$', ".");
        let mut found = Vec::new();
        let classes = self.classes();
        for recipe in apigen::recipes() {
            let receivers: Vec<String> = recipe.receivers().map(|(_, class)| class.to_owned()).collect();
            let is_for = recipe.tests.iter().any(|tested| tested == class);
            if let [receiver] = &receivers[..]
                && (is_for || *receiver == simple)
                && let Some(name) = self.resolve(receiver)?
                && (is_for || name == class)
            {
                found.push((recipe, name));
            }
        }
        if !found.is_empty() {
            return Ok(Ok(found));
        }
        let Some(file) = classes.find(class)? else {
            return Ok(Err(format!("there is no class {class}")));
        };
        let text = java_name(&file.name);
        // Clients of a library class are in another package.
        let is_of_jdk = self.is_of_jdk(class);
        let can_name =
            |flags: u16| flags & access::PRIVATE == 0 && (!is_of_jdk || flags & access::PUBLIC != 0);
        let itself = file.inner_classes.iter().find(|i| *i.inner == *file.name).map(|i| i.access);
        let can_make = match itself {
            Some(flags) => flags & access::STATIC != 0 && can_name(flags),
            None => can_name(file.access),
        };
        let made = constructors(&file, is_of_jdk);
        if can_make && let Some(mut recipe) = Recipe::of_class(&simple, &text, &made) {
            let methods: Vec<Method> = classes.methods(class)?.into_iter().map(|p| p.method).collect();
            let tells = |m: &&Method| m.parameters.is_empty() && m.result != "void";
            if !may_wait(&file) {
                recipe.tell_end_by(&methods.iter().filter(tells).collect::<Vec<_>>());
            }
            let filled = recipe.filled(&methods).into_iter().take(FILLED);
            return Ok(Ok(std::iter::once(recipe.clone())
                .chain(filled)
                .map(|r| (r, class.to_owned()))
                .collect()));
        }
        let mut parts = self.parts.borrow_mut();
        if parts.is_none() {
            *parts = Some(self.all_parts()?);
        }
        let of_others = parts.iter().flatten().filter(|(_, _, parts)| parts.contains(class));
        let of_others: Vec<(Recipe, String)> =
            of_others.map(|(r, name, _)| (r.clone(), name.clone())).collect();
        Ok(match of_others.is_empty() {
            true => Err(format!("no way is known to make an object of {class}")),
            false => Ok(of_others),
        })
    }

    fn all_parts(&self) -> Result<Vec<Parts>> {
        let mut all = Vec::new();
        for recipe in apigen::recipes() {
            let receivers: Vec<String> = recipe.receivers().map(|(_, class)| class.to_owned()).collect();
            if let [receiver] = &receivers[..]
                && let Some(name) = self.resolve(receiver)?
                && name.starts_with("java.util.concurrent.")
            {
                let parts = self.classes().parts(&name)?;
                all.push((recipe, name, parts));
            }
        }
        Ok(all)
    }

    /// Resolves the simple name of a class in a recipe.
    fn resolve(&self, receiver: &str) -> Result<Option<String>> {
        for package in PACKAGES {
            let name = format!("{package}{}", receiver.replace('.', "$"));
            if self.classes().find(&name)?.is_some() {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Compiles clients, leaving out calls that javac rejects. Returns javac's last message.
    fn compile(&self, all: &mut [(Clients, Vec<Public>)], package: Option<&str>) -> Result<Option<String>> {
        let sources = self.folder.make(&format!("src/{}", package.unwrap_or("none")))?;
        let write = |name: &str, text: &str| -> Result<PathBuf> {
            let file = sources.join(name);
            std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
            Ok(file)
        };
        let mut last = None;
        loop {
            let mut files = Vec::new();
            for (clients, _) in all.iter() {
                files.push(write(&format!("{}.java", clients.class), &clients.java())?);
            }
            if let Some((clients, _)) = all.first()
                && !self.helped.borrow().contains(package.unwrap_or_default())
            {
                for (name, text) in HELPERS {
                    files.push(write(name, &clients.in_package(text))?);
                }
            }
            let Some(said) = self.javac(&files)? else {
                self.helped.borrow_mut().insert(package.unwrap_or_default().to_owned());
                return Ok(last);
            };
            let mut fewer = false;
            for (clients, _) in all.iter_mut() {
                let marker = format!("{}.java:", clients.class);
                let lines = said.lines().filter(|line| line.contains(": error: "));
                let lines =
                    lines.filter_map(|line| line.split_once(&marker)?.1.split(':').next()?.parse().ok());
                let lines: Vec<usize> = lines.collect();
                fewer |= clients.leave_out(&lines);
            }
            let first = said.lines().find(|line| line.contains("error:")).unwrap_or(&said);
            let first = first.rsplit(" error: ").next().unwrap_or(first).to_owned();
            last = Some(format!("javac refuses its clients: {first}"));
            if !fewer {
                // The errors are not about single calls, so there are no clients.
                all.iter_mut().for_each(|(clients, _)| clients.clear());
                return Ok(last);
            }
        }
    }

    /// Runs javac on these files. Returns its message if there are errors.
    fn javac(&self, files: &[PathBuf]) -> Result<Option<String>> {
        let (api, _) = self.folder.put_api()?;
        let path = std::env::join_paths(&self.entries).context("error: the class path cannot be written")?;
        let mut command = Command::new(program::javac(&self.jdk.home));
        command.args(JAVAC_OPTIONS).args(["-encoding", "UTF-8", "-d"]).arg(&self.entries[0]);
        command.arg("-sourcepath").arg(api).arg("-cp").arg(path).args(files);
        let done = command.output().context("cannot start javac")?;
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        Ok((!done.status.success()).then_some(said))
    }
}
