//! Clients of a class: small programs whose two or three threads call one object, with a message passed
//! around the calls.
//!
//! A Java class contains all calls ([`Clients::java`]); its arguments select which of them a program makes
//! and in which shape, so that one compilation is enough. [`Clients::whole`] writes a single client, to be
//! read and checked on its own.

use crate::fill::Fill;
use crate::method::Method;
use crate::plan::Call;
use crate::random::Random;
use crate::recipe::{Part, Recipe};
use crate::write::{Written, imports};
use std::fmt::Write;

/// What is written and read around the calls: a call may give a happens-before edge, and missing an edge is
/// as wrong as inventing one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// The first thread writes before its call, the second reads after its own.
    Forward,
    /// The second thread writes before its call, the first reads after its own.
    Mirror,
    /// Like forward, and a third thread makes a call.
    Three,
    /// Like forward; the first thread makes its call twice, and a third thread makes it, too. A call whose
    /// first attempt fails because of another one of its kind may wait where a single action would not.
    Twice,
    /// Like forward, and the second thread interrupts the first before its call.
    Interrupting,
}

/// A program: its shape, and the numbers of its calls.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Client {
    /// The shape.
    pub shape: Shape,
    /// The calls of the threads, in order.
    pub calls: Vec<usize>,
}

/// A call that clients can make.
#[derive(Debug, Clone)]
struct Callable {
    /// The number of the method, for calls that consist of nothing else.
    method: Option<usize>,
    call: Call,
}

/// All clients that share an object made in one way.
#[derive(Debug, Clone)]
pub struct Clients {
    /// The name of the class.
    pub class: String,
    package: Option<String>,
    recipe: Recipe,
    calls: Vec<Callable>,
}

/// The number of other calls with which a call is also interrupted.
const INTERRUPTED: usize = 4;

/// The number of argument sets of a method.
const VARIANTS: u64 = 2;

impl Clients {
    /// A class of this name in this package, for an object of the recipe and its public methods.
    pub fn new(class: &str, package: Option<&str>, recipe: Recipe, methods: &[Method], seed: u64) -> Clients {
        let variable = recipe.receivers().next().map_or("s", |(name, _)| name).to_owned();
        let mut calls: Vec<Callable> = Vec::new();
        for (number, method) in methods.iter().enumerate() {
            if recipe.skipped.iter().any(|name| *name == method.name || name == "*") {
                continue;
            }
            for variant in 0..VARIANTS {
                let mut random = Random::new(seed.wrapping_add(variant));
                let Some(arguments) = arguments(&recipe, &variable, method, &mut random) else { continue };
                let known = |c: &Callable| c.method == Some(number) && c.call.arguments == arguments;
                if calls.iter().any(known) {
                    continue;
                }
                let call = Call {
                    has_result: method.result != "void",
                    method: Some((variable.clone(), method.clone())),
                    arguments,
                    text: String::new(),
                };
                calls.push(Callable { method: Some(number), call });
            }
        }
        for (text, has_result) in &recipe.calls {
            let call =
                Call { method: None, arguments: Vec::new(), text: text.clone(), has_result: *has_result };
            calls.push(Callable { method: None, call });
        }
        Clients { class: class.to_owned(), package: package.map(str::to_owned), recipe, calls }
    }

    /// The name of the recipe.
    pub fn recipe(&self) -> &str {
        &self.recipe.name
    }

    /// The calls of a method, by its number: first those of the recipe in which it is one of several, such as
    /// an `unlock` after a `lock`.
    pub fn calls_of(&self, number: usize, method: &Method) -> Vec<usize> {
        let named = format!(".{}(", method.name);
        let is_part =
            |i: &usize| self.calls[*i].method.is_none() && self.calls[*i].call.text.contains(&named);
        let is_it = |i: &usize| self.calls[*i].method == Some(number);
        let of_recipe = (0..self.calls.len()).filter(is_part);
        of_recipe.chain((0..self.calls.len()).filter(is_it)).collect()
    }

    /// The number of calls.
    pub fn size(&self) -> usize {
        self.calls.len()
    }

    /// Clients in which these calls meet every call; those that come first meet as many as possible, the
    /// partners before all others. Each of the partners also meets the call three times ([`Shape::Twice`]).
    pub fn meet(&self, calls: &[usize], partners: &[usize], seed: u64) -> Vec<Client> {
        let mut random = Random::new(seed);
        let mut shuffled = |mut list: Vec<usize>| {
            for i in (1..list.len()).rev() {
                list.swap(i, random.below(i + 1));
            }
            list
        };
        let partners = shuffled(partners.to_vec());
        let rest = (0..self.calls.len()).filter(|call| !partners.contains(call)).collect();
        let others: Vec<usize> = partners.iter().copied().chain(shuffled(rest)).collect();
        let mut clients = Vec::new();
        for (round, _) in calls.iter().enumerate() {
            for (i, &other) in others.iter().enumerate() {
                // Another set of arguments each time, if there are several.
                let call = calls[(i + round) % calls.len()];
                for shape in [Shape::Forward, Shape::Mirror] {
                    clients.push(Client { shape, calls: vec![call, other] });
                }
                // The last is the method itself: the recipe's own calls, which come first, also undo what it
                // does.
                if let (Some(&partner), Some(&call), 0) = (partners.get(i), calls.last(), round) {
                    clients.push(Client { shape: Shape::Twice, calls: vec![call, partner, call] });
                }
                let third = *random.pick(&others);
                clients.push(Client { shape: Shape::Three, calls: vec![call, other, third] });
                if i % INTERRUPTED == 0 {
                    clients.push(Client { shape: Shape::Interrupting, calls: vec![call, other] });
                }
            }
        }
        clients
    }

    /// The program's main class, with its package.
    pub fn main(&self) -> String {
        self.package.as_ref().map_or_else(|| self.class.clone(), |p| format!("{p}.{}", self.class))
    }

    /// The arguments that select this client.
    pub fn arguments(&self, client: &Client) -> Vec<String> {
        let shape = match client.shape {
            Shape::Forward | Shape::Three => "forward",
            Shape::Mirror => "mirror",
            Shape::Twice => "twice",
            Shape::Interrupting => "interrupting",
        };
        std::iter::once(shape.to_owned()).chain(client.calls.iter().map(usize::to_string)).collect()
    }

    /// A one-line description.
    pub fn title(&self, client: &Client) -> String {
        let call = |&i: &usize| {
            let call = &self.calls[i].call;
            match &call.method {
                Some((variable, m)) => format!("{variable}.{}({})", m.name, call.arguments.join(", ")),
                None => call.text.clone(),
            }
        };
        let mut threads: Vec<String> = client.calls.iter().map(call).collect();
        if client.shape == Shape::Twice {
            threads[0] = format!("{0}; {0}", threads[0]);
        }
        let (write, read) = if client.shape == Shape::Mirror { (1, 0) } else { (0, 1) };
        threads[write].insert_str(0, "x = 1; ");
        threads[read].push_str("; r = x");
        if client.shape == Shape::Interrupting {
            threads[1].insert_str(0, "first.interrupt(); ");
        }
        format!("{}: {}", self.recipe.name, threads.join(" || "))
    }

    /// Leaves out the calls on these lines of [`Clients::java`]; returns whether there were any.
    pub fn leave_out(&mut self, lines: &[usize]) -> bool {
        let text = self.java();
        let mut bad = Vec::new();
        let mut at = None;
        for (i, line) in text.lines().enumerate() {
            let begins = line.strip_prefix("    String c").and_then(|rest| rest.split_once("()"));
            at = begins.map_or(at, |(number, _)| number.parse::<usize>().ok());
            if line.starts_with("    }") {
                at = None;
            }
            bad.extend(at.filter(|_| lines.contains(&(i + 1))));
        }
        let mut number = 0..;
        self.calls.retain(|_| number.next().is_none_or(|n| !bad.contains(&n)));
        !bad.is_empty()
    }

    /// Leaves out all calls.
    pub fn clear(&mut self) {
        self.calls.clear();
    }

    /// The package that helpers must be in, as Java text.
    pub fn in_package(&self, helper: &str) -> String {
        let package = self.package.as_ref().map_or_else(String::new, |p| format!("package {p};\n"));
        package + helper
    }

    /// The class, without the helpers ([`crate::HELPERS`]).
    pub fn java(&self) -> String {
        self.in_package(&(imports() + &self.body("", None)))
    }

    /// One client in one file.
    pub fn whole(&self, client: &Client) -> String {
        let mut alone = self.clone();
        let mut used = client.calls.clone();
        used.sort_unstable();
        used.dedup();
        alone.calls = used.iter().map(|&i| self.calls[i].clone()).collect();
        let number = |i: &usize| used.iter().position(|u| u == i).unwrap_or_default();
        let renumbered = Client { shape: client.shape, calls: client.calls.iter().map(number).collect() };
        let title = self.title(client);
        let mut text = imports() + &alone.body(&title, Some(&alone.arguments(&renumbered)));
        for (_, helper) in crate::HELPERS {
            let lines = helper.lines().filter(|line| !line.starts_with("import "));
            text.extend(lines.flat_map(|line| [line, "\n"]));
        }
        self.in_package(&text)
    }

    fn body(&self, title: &str, usual: Option<&[String]>) -> String {
        let class = &self.class;
        let (fields, make) = self.recipe.made();
        let (mut calls, mut cases) = (String::new(), String::new());
        for (number, Callable { call, .. }) in self.calls.iter().enumerate() {
            let written = Written::direct(call, number);
            let _ =
                writeln!(calls, "    String c{number}() {{\n{written}        return r{number};\n    }}\n");
            let _ = writeln!(cases, "            case {number}: return c{number}();");
        }
        let shown: Vec<String> =
            self.recipe.receivers().map(|(name, _)| format!("Api.show({name})")).collect();
        let end = self.recipe.end.clone().unwrap_or_else(|| shown.join(" + "));
        let usual = usual.map_or_else(String::new, |words| {
            let words: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
            format!("        args = new String[] {{{}}};\n", words.join(", "))
        });
        let title = title.replace('\\', "/");
        format!(
            "/** {title} */
@SuppressWarnings({{\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"}})
final class {class} {{
    int x;
    Thread first;
{fields}
    {class}() throws Throwable {{
{make}    }}

{calls}    String call(int number) {{
        switch (number) {{
{cases}            default: return \"\";
        }}
    }}

    String end() {{
        try {{
            return Api.plain({end});
        }} catch (Throwable e) {{
            return Api.thrown(e);
        }}
    }}

    public static void main(String[] args) throws Throwable {{
{usual}        {class} p = new {class}();
        int one = Integer.parseInt(args[1]), two = Integer.parseInt(args[2]);
        int three = args.length > 3 ? Integer.parseInt(args[3]) : -1;
        boolean mirror = args[0].equals(\"mirror\"), interrupting = args[0].equals(\"interrupting\");
        boolean twice = args[0].equals(\"twice\");
        Thread writer = new Thread(() -> {{
            p.x = 1;
            String result = p.call(mirror ? two : one);
            if (twice) result += \" \" + p.call(one);
            Thinair.observe(mirror ? \"2\" : \"1\", interrupting && Thread.interrupted() ? result + \" interrupted\" : result);
        }}, \"writer\");
        Thread reader = new Thread(() -> {{
            if (interrupting) p.first.interrupt();
            String result = p.call(mirror ? one : two);
            int r = p.x;
            Thinair.observe(mirror ? \"1\" : \"2\", result);
            Thinair.observe(\"x\", r);
        }}, \"reader\");
        Thread first = mirror ? reader : writer, second = mirror ? writer : reader;
        p.first = first;
        Thread third = three < 0 ? null : new Thread(() -> Thinair.observe(\"3\", p.call(three)), \"third\");
        first.start();
        second.start();
        if (third != null) {{
            third.start();
            third.join();
        }}
        first.join();
        second.join();
        Thinair.observe(\"end\", p.end());
    }}
}}
"
        )
    }
}

fn arguments(recipe: &Recipe, variable: &str, method: &Method, random: &mut Random) -> Option<Vec<String>> {
    let fill = Fill { recipe };
    let value = |(class, own): &(String, bool)| fill.value(class, own.then_some(variable), random);
    method.parameters.iter().map(value).collect()
}

impl Recipe {
    /// How to create an object of a class without a recipe: by the first of these constructors, given by
    /// their parameter types, for which there are arguments. `None` if there is none.
    pub fn of_class(name: &str, class: &str, constructors: &[Vec<String>]) -> Option<Recipe> {
        // Small, but not so small that nothing fits in.
        let small = ["int", "long", "short", "byte"].map(|t| (t.to_owned(), vec!["2".to_owned()]));
        let mut made = Recipe { name: name.to_owned(), arguments: small.to_vec(), ..Recipe::default() };
        let values = |types: &Vec<String>| -> Option<String> {
            let fill = Fill { recipe: &made };
            let value = |t: &String| Some(format!("({t}) ({})", fill.value(t, None, &mut Random::new(0))?));
            Some(types.iter().map(value).collect::<Option<Vec<_>>>()?.join(", "))
        };
        let value = format!("new {class}({})", constructors.iter().find_map(values)?);
        made.arguments.clear();
        let part = Part::Variable { name: "s".to_owned(), class: class.to_owned(), value, called: true };
        made.parts.push(part);
        Some(made)
    }

    /// The final state is observed by calls of these methods, which take no arguments and never wait: each
    /// three times, since some remove something.
    pub fn tell_end_by(&mut self, methods: &[&Method]) {
        let tell = |m: &&Method| format!("Api2.tell(k -> s.{}())", m.name);
        let once: Vec<String> = methods.iter().map(tell).collect();
        if !once.is_empty() {
            self.end = Some(format!("String.join(\" \", {})", vec![once.join(", "); 3].join(", ")));
        }
    }

    /// The same recipe after two calls of each method that takes an argument: an object that holds something.
    pub fn filled(&self, methods: &[Method]) -> Vec<Recipe> {
        let takes = |m: &&Method| !m.parameters.is_empty() && !matches!(&*m.name, "equals" | "wait");
        let mut filled = Vec::new();
        for method in methods.iter().filter(takes) {
            let mut recipe = self.clone();
            recipe.name = format!("{} after {}", self.name, method.name);
            let typed = |seed| {
                let values = arguments(self, "s", method, &mut Random::new(seed))?;
                let values = method.parameters.iter().zip(values).map(|((t, _), v)| format!("({t}) ({v})"));
                Some(values.collect::<Vec<_>>().join(", "))
            };
            // Arguments that need the log of a call are only for calls.
            let known = [typed(0), typed(5)].into_iter().flatten().filter(|v| !v.contains("$LOG"));
            recipe.parts.extend(known.map(|v| Part::Statement(format!("s.{}({v})", method.name))));
            if recipe.parts.len() > self.parts.len() {
                filled.push(recipe);
            }
        }
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(name: &str, parameters: &[&str]) -> Method {
        Method {
            class: "p.Box".to_owned(),
            name: name.to_owned(),
            result: "void".to_owned(),
            parameters: parameters.iter().map(|&t| (t.to_owned(), false)).collect(),
            interface: None,
            looks_at_caller: false,
        }
    }

    fn clients() -> Clients {
        let recipe = Recipe::of_class("Box", "p.Box", &[vec!["p.Odd".to_owned()], vec!["int".to_owned()]]);
        let methods = [method("get", &[]), method("put", &["int"]), method("odd", &["p.Odd"])];
        Clients::new("Client1", Some("p"), recipe.expect("it can be made"), &methods, 1)
    }

    #[test]
    fn what_cannot_be_called_is_left_out_and_the_rest_meets() {
        let clients = clients();
        let calls_of = |number: usize, name: &str| clients.calls_of(number, &method(name, &[]));
        assert!(calls_of(2, "odd").is_empty());
        assert!(clients.java().contains("s = new p.Box((int) (2));"), "{}", clients.java());
        let all = clients.meet(&calls_of(1, "put"), &calls_of(0, "get"), 7);
        assert!(all.iter().any(|c| c.shape == Shape::Twice && c.calls[1] == calls_of(0, "get")[0]));
        assert!(all.iter().any(|c| c.shape == Shape::Mirror && c.calls[1] == calls_of(0, "get")[0]));
        assert!(clients.title(&all[0]).starts_with("Box: x = 1; s.put("), "{}", clients.title(&all[0]));
    }

    #[test]
    fn calls_are_left_out_by_their_lines() {
        let mut clients = clients();
        let (text, before) = (clients.java(), clients.size());
        let line = text.lines().position(|line| line.contains("s.get()")).expect("it is called") + 1;
        assert!(clients.leave_out(&[line]));
        assert_eq!(clients.size(), before - 1);
        assert!(clients.calls_of(0, &method("get", &[])).is_empty());
        assert!(!clients.leave_out(&[1]));
    }
}
