//! The policy: which accesses need not be actions, and why, as data.
//!
//! **Fail closed**: what is not in the table is explored action by action, whoever wrote the class. An entry
//! names exactly what it covers, its role and the reason; `thinair contracts` lists and tests the entries.
//!
//! Whether accesses to data are actions is decided by the *object*: by its class, its creator and who can
//! reach it ([`crate::provenance`]), never by the frames on the stack.

mod table;

use jvm::class::{ClassRef, FieldRef, Loader, MethodRef};
use jvm::library::Library;
use jvm::native::Native;
use jvm::observer::Loading;
use std::any::Any;
use std::sync::OnceLock;
use table::Call;
pub use table::{Entry, EntryRole, Table, TableError};

/// The machine writes into these objects without an action (`MethodHandleNatives.resolve`), so they are
/// internal under every trust setting.
const FILLED_BY_MACHINE: &str = "java/lang/invoke/MemberName";

/// How the data of a class or object is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Role {
    /// Every access is an action: the data is the program's responsibility.
    #[default]
    Checked,
    /// The class guards its own plain data: only its synchronisation is an action. That the data is never
    /// accessed concurrently is assumed, and a search can refute it ([`crate::facts::Unasked`]).
    Guarded,
    /// Its observable contents never change (JLS 17.5, or a cache of something computed from such contents).
    Immutable,
    /// Bookkeeping of the class library that no program sees.
    Internal,
}

impl Role {
    /// All roles, in order.
    pub(crate) const ALL: [Role; 4] = [Role::Checked, Role::Guarded, Role::Immutable, Role::Internal];
}

/// What the policy says about a class: whose it is, its roles and its traits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassStanding {
    /// Whether the class is the program's: written by it, or generated for one of its lambdas or method
    /// references; and neither trusted nor under a contract.
    pub program: bool,
    /// The role of the first words of its instances, up to those of the nearest class that the table names.
    pub role: Role,
    /// How many words of an instance that role covers.
    pub role_words: usize,
    /// The role of its static fields.
    pub statics: Role,
    /// Whether it acts on behalf of its caller only.
    pub tool: bool,
    /// Whether the table names some of its methods.
    pub has_methods: bool,
    /// Whether it, or a superclass, has fields whose updates release only.
    pub releases: bool,
    /// Whether it generates random numbers.
    pub draws_random: bool,
    /// Whether it exposes the order of a hash table's entries, the ids of threads or how numbers are rounded.
    pub varies: bool,
    /// Whether it exposes what the garbage collector does.
    pub shows_collector: bool,
    /// Whether it reads the clock only to compute the remaining time of a wait.
    pub measures_waits: bool,
    /// Whether it exposes what the class library otherwise keeps to itself: the packages of class loaders,
    /// and facts about a class that the first caller computes and caches.
    pub shows_caches: bool,
}

impl ClassStanding {
    /// Whether its instances are always checked, whichever class made them for itself.
    pub(crate) fn is_always_checked(self) -> bool {
        self.role_words > 0 && self.role == Role::Checked
    }

    /// The representation in the class's tag: flags, and the number of words from bit 32 on.
    fn packed(self) -> u64 {
        let flags = [self.program, self.tool, self.has_methods, self.shows_caches];
        let flags = flags.into_iter().enumerate().map(|(i, flag)| u64::from(flag) << i).sum::<u64>();
        let more = [self.releases, self.measures_waits, self.shows_collector, self.draws_random, self.varies];
        let more = more.into_iter().enumerate().map(|(i, flag)| u64::from(flag) << (8 + i)).sum::<u64>();
        flags | more | (self.role as u64) << 4 | (self.statics as u64) << 6 | (self.role_words as u64) << 32
    }

    fn unpacked(bits: u64) -> ClassStanding {
        let flag = |i: u64| bits >> i & 1 != 0;
        ClassStanding {
            program: flag(0),
            tool: flag(1),
            has_methods: flag(2),
            shows_caches: flag(3),
            releases: flag(8),
            measures_waits: flag(9),
            shows_collector: flag(10),
            draws_random: flag(11),
            varies: flag(12),
            role: Role::ALL[(bits >> 4 & 3) as usize],
            statics: Role::ALL[(bits >> 6 & 3) as usize],
            role_words: (bits >> 32) as usize,
        }
    }
}

/// What is trusted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Trust {
    /// The table of the class library, and nothing else.
    #[default]
    Library,
    /// The table, and program classes whose names match, which are taken to guard their data: a class, or a
    /// package as `org.example.*`.
    And(Vec<String>),
    /// Nothing: everything is checked, including what the table covers.
    None,
}

impl Trust {
    fn has(&self, name: &str) -> bool {
        let Trust::And(patterns) = self else { return false };
        let name = name.replace('/', ".");
        patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == *pattern || name.starts_with(&format!("{pattern}$")),
        })
    }
}

/// The table and what the user trusts besides it.
#[derive(Debug, Clone)]
pub struct Policy {
    /// What the user trusts.
    pub trust: Trust,
    /// The entries.
    pub table: Table,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::of(Trust::default())
    }
}

impl Policy {
    /// The table of the class library with this trust.
    pub fn of(trust: Trust) -> Policy {
        let table = if trust == Trust::None { Table::default() } else { Table::library() };
        Policy { trust, table }
    }

    /// Whether all entries of the class library's table are in force.
    pub(crate) fn has_library(&self) -> bool {
        static ENTRIES: OnceLock<usize> = OnceLock::new();
        let all = *ENTRIES.get_or_init(|| Table::library().entries().len());
        self.trust != Trust::None && self.table.entries().len() >= all
    }

    /// Whether the user vouches for classes of the program, by contracts or by trust.
    pub(crate) fn vouches_for_program(&self) -> bool {
        matches!(self.trust, Trust::And(_)) || self.table.names_program()
    }

    pub(crate) fn standing(&self, class: ClassRef) -> ClassStanding {
        let name = &*class.name;
        let by_user = self.trust.has(name);
        let by_contract = class.loader != Loader::BOOT && self.table.has_contract(class);
        let program = class.loader != Loader::BOOT && !class.is_array() && !by_user && !by_contract;
        let nearest = self.nearest(class);
        let own = if by_user { Some(Role::Guarded) } else { self.table.class_role(class) };
        ClassStanding {
            program,
            role: nearest.map_or(Role::Checked, |(role, _)| role),
            role_words: nearest.map_or(0, |(_, words)| words),
            statics: own.unwrap_or_default(),
            tool: name.starts_with("java/lang/invoke/") || name.starts_with("java/util/concurrent/atomic/"),
            has_methods: self.table.has_methods(class),
            releases: std::iter::successors(Some(class), |class| class.superclass)
                .any(|class| self.table.has_releases(class)),
            measures_waits: self.table.measures_waits(class),
            draws_random: class.loader == Loader::BOOT
                && (name.starts_with("java/util/") || name.starts_with("jdk/internal/util/random/"))
                && (name.contains("Random") || name.starts_with("java/util/ImmutableCollections$")),
            varies: class.loader == Loader::BOOT
                && matches!(
                    name.split('$').next().unwrap_or_default(),
                    "java/lang/Thread"
                        | "java/lang/Math"
                        | "java/util/concurrent/StructuredTaskScopeImpl"
                        | "java/util/HashMap"
                        | "java/util/Hashtable"
                        | "java/util/IdentityHashMap"
                        | "java/util/WeakHashMap"
                        | "java/util/concurrent/ConcurrentHashMap"
                ),
            shows_collector: class.loader == Loader::BOOT
                && (name.starts_with("java/lang/ref/") || name == "java/util/WeakHashMap"),
            shows_caches: class.loader == Loader::BOOT
                && (matches!(
                    name,
                    "java/lang/ClassLoader"
                        | "java/lang/Package"
                        | "java/lang/Class"
                        | "java/lang/ClassValue"
                        | "java/lang/invoke/MethodType"
                ) || name.starts_with("java/lang/reflect/")),
        }
    }

    /// The role of the nearest superclass that the table names, the class itself included, and the size of
    /// its instances in words.
    fn nearest(&self, class: ClassRef) -> Option<(Role, usize)> {
        // A class generated for a lambda has only final fields, set by its constructor
        // (`crates/program/class-writer`); other hidden classes with non-final fields are treated like any
        // class.
        if class.host.is_some() && class.has_only_finals() && self.trust != Trust::None {
            return Some((Role::Immutable, class.words));
        }
        if *class.name == *FILLED_BY_MACHINE {
            return Some((Role::Internal, class.words));
        }
        let (mut at, mut words) = (Some(class), None);
        while let Some(c) = at {
            // Method handles are immutable (`java.lang.invoke.MethodHandle`). Those with bound arguments have
            // classes that are generated at run time, with final fields, and live in caches whose accesses
            // are not actions.
            if c.loader == Loader::BOOT && c.name.starts_with("java/lang/invoke/") && c.adds_only_finals() {
                words = words.or(Some(c.words));
            } else if self.table.class_role(c).is_none() {
                words = None;
            }
            if self.trust.has(&c.name) {
                return Some((Role::Guarded, c.words));
            }
            if let Some(role) = self.table.class_role(c) {
                let is_internal = role == Role::Internal;
                return Some((role, words.filter(|_| is_internal).unwrap_or(c.words)));
            }
            at = c.superclass;
        }
        None
    }
}

impl Loading for Policy {
    fn native(&self, class: &str, name: &str, descriptor: &str) -> Option<Native> {
        crate::check_threads::find(class, name, descriptor)
    }

    fn tag(&self, class: ClassRef) -> u64 {
        self.standing(class).packed()
    }
}

/// Prepares a library for checking programs; must be called before anything is loaded.
pub fn set_checking(lib: &Library, policy: Policy) {
    lib.observe(Box::new(policy));
}

/// The policy a library was prepared with.
pub(crate) fn policy_of(lib: &Library) -> Option<&Policy> {
    let loading: &dyn Any = lib.loading()?;
    loading.downcast_ref()
}

/// What the table says of calls of a method.
pub(crate) fn call_role(lib: &Library, method: MethodRef) -> Call {
    let policy = policy_of(lib).filter(|_| standing(method.class).has_methods);
    policy.map_or_else(Call::default, |policy| {
        policy.table.call(method.class, lib.text(method.name), lib.text(method.descriptor))
    })
}

/// What the table says of a field.
pub(crate) fn field_role(lib: &Library, field: FieldRef) -> Option<EntryRole> {
    policy_of(lib)?.table.field_role(field.class, lib.text(field.name), lib.text(field.descriptor))
}

/// The policy's standing of a class; the most cautious one if the class was loaded without a policy.
pub(crate) fn standing(class: ClassRef) -> ClassStanding {
    ClassStanding::unpacked(*class.tag.get_or_init(|| Policy::of(Trust::None).standing(class).packed()))
}

/// Whether a class is the program's own, or was generated for one of its lambdas or method references.
pub(crate) fn is_program(class: ClassRef) -> bool {
    standing(class).program
}

/// Whether a class is the program's and has source code.
pub(crate) fn has_source(class: ClassRef) -> bool {
    is_program(class) && !class.is_hidden
}

/// Whether a class was generated for a lambda or a method reference.
pub(crate) fn is_lambda(class: ClassRef) -> bool {
    class.host.is_some() && class.name.contains("$$Lambda")
}

/// Whether a class was generated for a string concatenation.
pub(crate) fn is_concatenation(class: ClassRef) -> bool {
    class.host.is_some() && class.name.contains("$$Concat")
}

#[cfg(test)]
mod tests;
