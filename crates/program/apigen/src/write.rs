//! A plan as a Java program, with its calls made in one of several ways.

use crate::method::Method;
use crate::plan::{Call, Plan};
use crate::recipe::{Part, Recipe};
use std::fmt::Write;

/// How calls are made. It does not affect what a program can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// As ordinary calls.
    Direct,
    /// In the body of a lambda.
    Lambda,
    /// By a method reference bound to the object.
    Reference,
    /// By `Method.invoke`.
    Reflection,
    /// By a method handle.
    Handle,
    /// Through a proxy for an interface of the object; by reflection if there is none.
    Proxy,
}

impl Form {
    /// All forms except the direct one.
    pub const OTHERS: [Form; 5] =
        [Form::Lambda, Form::Reference, Form::Reflection, Form::Handle, Form::Proxy];

    /// Its name, which is also the suffix of class names.
    pub fn word(self) -> &'static str {
        match self {
            Form::Direct => "",
            Form::Lambda => "lambda",
            Form::Reference => "reference",
            Form::Reflection => "reflection",
            Form::Handle => "handle",
            Form::Proxy => "proxy",
        }
    }
}

const IMPORTS: [&str; 22] = [
    "java.io",
    "java.lang.invoke",
    "java.lang.reflect",
    "java.math",
    "java.nio",
    "java.nio.charset",
    "java.security",
    "java.text",
    "java.time",
    "java.time.format",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.concurrent.locks",
    "java.util.function",
    "java.util.regex",
    "java.util.stream",
    "java.util.zip",
    "java.time.chrono",
    "java.time.temporal",
    "java.util.random",
    "thinair",
];

impl Plan {
    /// The name of the class of the program with its calls made in this way.
    pub fn class(&self, form: Form) -> String {
        format!("{}{}", self.name, form.word())
    }

    /// The program, without the helpers it shares with others ([`crate::HELPERS`]).
    pub fn java(&self, form: Form) -> String {
        let mut text = imports();
        text.push_str(&self.body(form));
        text
    }

    /// The program in one file.
    pub fn whole(&self, form: Form) -> String {
        let mut text = self.java(form);
        for (_, helper) in crate::HELPERS {
            let lines = helper.lines().filter(|line| !line.starts_with("import "));
            text.extend(lines.flat_map(|line| [line, "\n"]));
        }
        text
    }

    fn body(&self, form: Form) -> String {
        let class = self.class(form);
        let (mut fields, mut make) = self.recipe.made();
        let (mut tells, mut knows) = ("", "");
        if self.interrupts() {
            fields.push_str("    Thread first;\n");
            tells = " + (Thread.interrupted() ? \" interrupted\" : \"\")";
            knows = "    public void first(Thread thread) {\n        first = thread;\n    }\n\n";
        }
        let mut bodies = [String::new(), String::new()];
        let mut number = 0;
        for (thread, body) in self.threads.iter().zip(&mut bodies) {
            let mut results = Vec::new();
            for call in thread {
                number += 1;
                let written = Written::of(call, form, number);
                fields.push_str(&written.fields);
                make.push_str(&written.make);
                body.push_str(&written.call);
                results.push(format!("r{number}"));
            }
            let result = match &results[..] {
                [] => "\"\"".to_owned(),
                [one] => one.clone(),
                more => format!("String.join(\" \", {})", more.join(", ")),
            };
            let tells = std::mem::take(&mut tells);
            let _ = writeln!(body, "        return {result}{tells};");
        }
        let shown: Vec<String> =
            self.recipe.receivers().map(|(name, _)| format!("Api.show({name})")).collect();
        let shown = if shown.is_empty() { "\"\"".to_owned() } else { shown.join(" + ") };
        let end = self.recipe.end.clone().unwrap_or(shown);
        let (title, [one, two]) = (self.title().replace("\\", "/"), bodies);
        format!(
            "/** {title} */
@SuppressWarnings({{\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"}})
public final class {class} implements Api.Program {{
{fields}
    {class}() throws Throwable {{
{make}    }}

    public String one() {{
{one}    }}

    public String two() {{
{two}    }}

{knows}    public String end() {{
        try {{
            return Api.plain({end});
        }} catch (Throwable e) {{
            return Api.thrown(e);
        }}
    }}

    public static void main(String[] args) throws Throwable {{
        {class} p = new {class}();
        Thread a = new Thread(() -> Thinair.observe(\"1\", p.one()), \"A\");
        Thread b = new Thread(() -> Thinair.observe(\"2\", p.two()), \"B\");
        p.first(a);
        if (args.length == 0) {{
            a.start();
            b.start();
            a.join();
            b.join();
        }} else {{
            Thread first = args[0].equals(\"12\") ? a : b, second = first == a ? b : a;
            first.start();
            first.join();
            second.start();
            second.join();
        }}
        Thinair.observe(\"end\", p.end());
    }}
}}
"
        )
    }
}

impl Recipe {
    /// Its variables as fields, and the code that initialises them.
    pub(crate) fn made(&self) -> (String, String) {
        let (mut fields, mut make) = (String::new(), String::new());
        for part in &self.parts {
            match part {
                Part::Variable { name, class, value, .. } => {
                    let _ = writeln!(fields, "    final {class} {name};");
                    let _ = writeln!(make, "        {name} = {value};");
                }
                Part::Statement(statement) => {
                    let _ = writeln!(make, "        {statement};");
                }
            }
        }
        (fields, make)
    }
}

pub(crate) fn imports() -> String {
    IMPORTS.iter().fold(String::new(), |text, package| text + "import " + package + ".*;\n")
}

/// A call as Java text.
pub(crate) struct Written {
    fields: String,
    make: String,
    call: String,
}

impl Written {
    /// An ordinary call; its result is in the variable with its number.
    pub(crate) fn direct(call: &Call, number: usize) -> String {
        Written::of(call, Form::Direct, number).call
    }

    fn of(call: &Call, form: Form, number: usize) -> Written {
        let log = format!("k{number}");
        let with_log = |text: &str| text.replace("$LOG", &log);
        let uses_log = call.arguments.iter().any(|a| a == "$LOG");
        let (fields, make, value) = match &call.method {
            Some((variable, method)) => {
                let arguments: Vec<String> = call.arguments.iter().map(|a| with_log(a)).collect();
                let form = if method.looks_at_caller { Form::Direct } else { form };
                method_call(variable, method, &arguments, form, number)
            }
            None if form == Form::Direct => (String::new(), String::new(), call.text.clone()),
            None => lambda(&call.text, call.has_result, number),
        };
        let mut text = String::new();
        let _ = writeln!(text, "        String r{number};");
        let value = value.replace("$BODYLOG", if uses_log { &log } else { "null" });
        if uses_log {
            let _ = writeln!(text, "        Api.Log {log} = new Api.Log();");
        }
        let logged = if uses_log { format!(" + {log}") } else { String::new() };
        let has_result = call.has_result || value.starts_with("(Object) ");
        let perform = match has_result {
            true => format!("r{number} = Api.show({value}){logged};"),
            false => format!("{value};\n            r{number} = \"null\"{logged};"),
        };
        let _ = writeln!(
            text,
            "        try {{\n            {perform}\n        }} catch (Throwable e) {{\n            r{number} = Api.thrown(e);\n        }}"
        );
        Written { fields, make, call: text }
    }
}

/// Fields, their initialisation, and an expression; one that begins with `(Object) ` has a value even if the
/// method has none.
fn method_call(
    variable: &str,
    method: &Method,
    arguments: &[String],
    form: Form,
    number: usize,
) -> (String, String, String) {
    let Method { class, name, result, .. } = method;
    let typed = method.parameters.iter().zip(arguments).map(|((t, _), a)| format!("({t}) ({a})"));
    let values = typed.collect::<Vec<_>>().join(", ");
    let classes: Vec<String> = method.parameters.iter().map(|(t, _)| format!("{t}.class")).collect();
    let then = |first: &str, rest: &str| {
        if rest.is_empty() { first.to_owned() } else { format!("{first}, {rest}") }
    };
    let has_result = result != "void";
    match form {
        Form::Direct => (String::new(), String::new(), format!("{variable}.{name}({values})")),
        Form::Lambda => lambda(&format!("{variable}.{name}({values})"), has_result, number),
        Form::Reference => {
            let returned = if has_result { "Object" } else { "void" };
            let parameters: Vec<String> =
                method.parameters.iter().enumerate().map(|(i, (t, _))| format!("{t} p{i}")).collect();
            let fields = format!(
                "    interface F{number} {{ {returned} call({}) throws Throwable; }}\n    final F{number} f{number};\n",
                parameters.join(", ")
            );
            let make = format!("        f{number} = {variable}::{name};\n");
            (fields, make, format!("f{number}.call({values})"))
        }
        Form::Proxy if method.interface.is_some() => {
            let interface = method.interface.as_deref().unwrap_or_default();
            let fields = format!("    final {interface} f{number};\n");
            let make = format!(
                "        f{number} = ({interface}) java.lang.reflect.Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {{{interface}.class}}, (p, m, a) -> m.invoke({variable}, a));\n"
            );
            (fields, make, format!("f{number}.{name}({values})"))
        }
        Form::Reflection | Form::Proxy => {
            let fields = format!("    final java.lang.reflect.Method f{number};\n");
            let names = then(&format!("\"{name}\""), &classes.join(", "));
            let make = format!("        f{number} = {class}.class.getMethod({names});\n");
            let boxed: Vec<String> = values_as_objects(method, arguments);
            (fields, make, format!("(Object) f{number}.invoke({})", then(variable, &boxed.join(", "))))
        }
        Form::Handle => {
            let fields = format!("    final MethodHandle f{number};\n");
            let types = then(&format!("{result}.class"), &classes.join(", "));
            let make = format!(
                "        f{number} = MethodHandles.publicLookup().findVirtual({class}.class, \"{name}\", MethodType.methodType({types}));\n"
            );
            (fields, make, format!("(Object) f{number}.invoke({})", then(variable, &values)))
        }
    }
}

fn values_as_objects(method: &Method, arguments: &[String]) -> Vec<String> {
    method.parameters.iter().zip(arguments).map(|((t, _), a)| format!("(Object) ({t}) ({a})")).collect()
}

/// A call in the body of a lambda that is created before there are threads.
fn lambda(text: &str, has_result: bool, number: usize) -> (String, String, String) {
    let fields = format!("    final Api.Body f{number};\n");
    let body =
        if has_result { format!("{{ return {text}; }}") } else { format!("{{ {text}; return null; }}") };
    let make = format!("        f{number} = k{number} -> {body};\n");
    (fields, make, format!("(Object) f{number}.call($BODYLOG)"))
}
