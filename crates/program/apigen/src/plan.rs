//! Which calls a program makes: determined by the seed, so that programs of successive seeds cover all
//! methods in turn.

use crate::fill::Fill;
use crate::method::Method;
use crate::random::Random;
use crate::recipe::{Recipe, recipes};

/// Recipes, and what can be called with each.
pub struct Catalogue {
    recipes: Vec<(Recipe, Vec<Callable>)>,
    /// Every call of every recipe, by its numbers; programs cycle through them.
    round: Vec<(usize, usize)>,
    /// Methods for which an argument is missing.
    pub without_arguments: Vec<String>,
}

/// Something that can be called.
#[derive(Debug, Clone)]
enum Callable {
    /// A method of the variable.
    Method(String, Method),
    /// A call that the recipe defines.
    Text(String, bool),
}

/// A call with its arguments.
#[derive(Debug, Clone)]
pub struct Call {
    /// What is called, and on which variable; `None` for calls that the recipe defines.
    pub method: Option<(String, Method)>,
    /// The arguments of a method.
    pub arguments: Vec<String>,
    /// The Java text of a call that is not a method call.
    pub text: String,
    /// Whether there is a result.
    pub has_result: bool,
}

/// The call that interrupts the first thread.
const INTERRUPT: &str = "first.interrupt()";

impl Call {
    fn interrupt() -> Call {
        Call { method: None, arguments: Vec::new(), text: INTERRUPT.to_owned(), has_result: false }
    }
}

/// A program to be written.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The name of its class.
    pub name: String,
    /// How its objects are created.
    pub recipe: Recipe,
    /// The calls of its two threads.
    pub threads: [Vec<Call>; 2],
}

impl Catalogue {
    /// Creates a catalogue of the recipes with one of these names (`ArrayList`, or `ArrayList*` for all with
    /// this prefix), or of all, and the listed methods.
    pub fn new(methods: &[Method], filters: &[&str]) -> Catalogue {
        let matches = |name: &str, filter: &str| match filter.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == filter,
        };
        let wanted = |r: &Recipe| filters.is_empty() || filters.iter().any(|f| matches(&r.name, f));
        let mut catalogue =
            Catalogue { recipes: Vec::new(), round: Vec::new(), without_arguments: Vec::new() };
        for recipe in recipes().into_iter().filter(wanted) {
            let mut callables = Vec::new();
            for (variable, class) in recipe.receivers() {
                let called = |m: &&Method| {
                    m.class == class && !recipe.skipped.iter().any(|name| *name == m.name || name == "*")
                };
                for method in methods.iter().filter(called) {
                    if fill(&recipe, variable, method, &mut Random::new(0)).is_some() {
                        callables.push(Callable::Method(variable.to_owned(), method.clone()));
                    } else {
                        catalogue.without_arguments.push(method.signature());
                    }
                }
            }
            let texts = recipe.calls.iter().map(|(text, result)| Callable::Text(text.clone(), *result));
            callables.extend(texts);
            catalogue.recipes.push((recipe, callables));
        }
        let round = |(r, (_, calls)): (usize, &(Recipe, Vec<Callable>))| {
            (0..calls.len()).map(move |c| (r, c)).collect::<Vec<_>>()
        };
        catalogue.round = catalogue.recipes.iter().enumerate().flat_map(round).collect();
        catalogue
    }

    /// The numbers of recipes and of calls.
    pub fn size(&self) -> (usize, usize) {
        (self.recipes.len(), self.round.len())
    }

    /// The plan of a seed.
    pub fn plan(&self, seed: u64) -> Plan {
        let mut random = Random::new(seed);
        // A stride that shares no factor with the number of calls reaches them all, and alternates between
        // classes.
        let count = self.round.len() as u64;
        let stride = (count * 618 / 1000..).find(|s| gcd(*s, count) == 1).unwrap_or(1);
        let (recipe, first) = self.round[((seed % count) * (stride % count) % count) as usize];
        let (recipe, callables) = &self.recipes[recipe];
        let first = self.call(recipe, &callables[first], &mut random);
        let mut other =
            || self.call(recipe, random.pick(callables), &mut Random::new(random.below(1 << 30) as u64));
        let (second, third) = (other(), other());
        let mut threads = match random.below(6) {
            0..=2 => [vec![first], vec![second]],
            3 => [vec![first, third], vec![second]],
            4 => [vec![third, first], vec![second]],
            _ => [vec![second, third], vec![first]],
        };
        if random.below(8) == 0 {
            let at = random.below(threads[1].len() + 1);
            threads[1].insert(at, Call::interrupt());
        }
        Plan { name: format!("A{seed}"), recipe: recipe.clone(), threads }
    }

    fn call(&self, recipe: &Recipe, callable: &Callable, random: &mut Random) -> Call {
        match callable {
            Callable::Method(variable, method) => Call {
                arguments: fill(recipe, variable, method, random).unwrap_or_default(),
                has_result: method.result != "void",
                text: String::new(),
                method: Some((variable.clone(), method.clone())),
            },
            Callable::Text(text, has_result) => {
                Call { method: None, arguments: Vec::new(), text: text.clone(), has_result: *has_result }
            }
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Arguments for a call of the method on the variable.
fn fill(recipe: &Recipe, variable: &str, method: &Method, random: &mut Random) -> Option<Vec<String>> {
    let fill = Fill { recipe };
    let value = |(class, own): &(String, bool)| fill.value(class, own.then_some(variable), random);
    method.parameters.iter().map(value).collect()
}

impl Plan {
    /// The plans with one call less, as long as one call is left.
    pub fn smaller(&self) -> Vec<Plan> {
        let mut smaller = Vec::new();
        for thread in 0..2 {
            for call in 0..self.threads[thread].len() {
                let mut plan = self.clone();
                plan.threads[thread].remove(call);
                plan.name = format!("{}x{}", self.name, smaller.len());
                smaller.push(plan);
            }
        }
        smaller.retain(|plan| plan.threads.iter().any(|t| !t.is_empty()));
        smaller
    }

    /// Whether the first thread is interrupted.
    pub(crate) fn interrupts(&self) -> bool {
        self.threads[1].iter().any(|call| call.text == INTERRUPT)
    }

    /// The number of calls.
    pub fn calls(&self) -> usize {
        self.threads.iter().map(Vec::len).sum()
    }

    /// The methods that are called.
    pub fn methods(&self) -> impl Iterator<Item = &Method> {
        self.threads.iter().flatten().filter_map(|call| Some(&call.method.as_ref()?.1))
    }

    /// A one-line description.
    pub fn title(&self) -> String {
        let call = |c: &Call| match &c.method {
            Some((variable, m)) => format!("{variable}.{}({})", m.name, c.arguments.join(", ")),
            None => c.text.clone(),
        };
        let thread = |calls: &Vec<Call>| calls.iter().map(call).collect::<Vec<_>>().join("; ");
        format!("{}: {} || {}", self.recipe.name, thread(&self.threads[0]), thread(&self.threads[1]))
    }
}
