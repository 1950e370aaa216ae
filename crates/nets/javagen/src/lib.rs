//! Writes random Java programs, to compare the behaviour of a virtual machine with that of `java`.
//!
//! [`program`] **promises** that the same seed and name always give the same text; that javac of release 17
//! or newer accepts it; that it ends soon, by a budget of loop iterations and calls; and that its output is
//! the same on every machine and run. It uses one thread, no files, no clock, and of the class library only
//! what a small program needs. It **does not** promise that a program does anything sensible: many throw, and
//! print what they caught.
//!
//! The covered language is in the tables of `expressions` and `statements`; `writer` explains how to
//! add a row.

mod classes;
mod expressions;
mod literals;
mod risky;
mod rng;
mod statements;
mod strings;
mod ty;
mod writer;

use rng::{chance, pick};
use std::fmt::Write as _;
use ty::Ty;
use writer::{Var, Writer};

/// The number of loop iterations and calls that one section of a program may use.
const FUEL: u32 = 250;

/// What every program starts with: helpers that the tables use.
const HELPERS: &str = "\
static int fuel = 1000;
static int lines;
static long chk = #u;
static final Object LOCK = new Object();
static void p(String s) { if (lines++ < 300) System.out.println(s); mix(s); }
static void mix(int x) { chk = chk * 31 + x; }
static void mix(long x) { chk = chk * 37 + x; }
static void mix(double x) { chk = chk * 41 + Double.doubleToLongBits(x); }
static void mix(boolean x) { chk = chk * 43 + (x ? 1 : 2); }
static void mix(String s) { chk = chk * 47 + (s == null ? 5 : s.hashCode()); }
static void mix(Object x) { mix(String.valueOf(x)); }
static String cut(String s) { return s == null || s.length() <= 40 ? s : s.substring(s.length() - 40); }
static String sub(String s, int a, int b) {
int from = Math.floorMod(a, s.length() + 1);
return s.substring(from, from + Math.floorMod(b, s.length() - from + 1));
}
static String over(int x) { return \"int\" + x; }
static String over(long x) { return \"long\" + x; }
static String over(double x) { return \"double\" + x; }
static String over(char x) { return \"char\" + (int) x; }
static String over(Object x) { return \"Object\" + x; }
static String over(String x) { return \"String\" + x; }
static String over(Integer x) { return \"Integer\" + x; }
static String over(int x, long y) { return \"int,long\" + x + y; }
static String over(int x, double y) { return \"int,double\" + x + y; }
static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
static <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
static IntUnaryOperator twice(IntUnaryOperator f) { return x -> --fuel < 0 ? x : f.applyAsInt(f.applyAsInt(x)); }
static ArrayList<Integer> listOf(Integer... xs) { return new ArrayList<>(Arrays.asList(xs)); }
static TreeMap<String, Integer> mapOf(String a, int x, String b, int y) {
TreeMap<String, Integer> m = new TreeMap<>();
m.put(a, x);
m.putIfAbsent(b, y);
return m;
}
static HashMap<Integer, String> namesOf(int a, int b) {
HashMap<Integer, String> m = new HashMap<>();
m.put(a, \"a\" + a);
m.put(b, null);
m.put(a ^ b, \"c\");
return m;
}
static String where() {
StackTraceElement e = new Throwable().getStackTrace()[1];
return e.getMethodName() + e.getLineNumber();
}
static int fib(int n) { return n < 2 || --fuel < 0 ? n : fib(n - 1) + fib(n - 2); }
static int risky(int x) { return 100 / (x & 3); }
static int checked(int x) throws Checked { if ((x & 1) == 0) throw new Checked(\"even \" + x); return x; }
static void report(String where, Throwable t) {
for (Throwable c = t; c != null; c = c.getCause()) {
p(where + \" \" + c);
int shown = 0;
for (StackTraceElement e : c.getStackTrace()) {
if (shown++ < 12) p(\"  at \" + e);
if (e.getMethodName().equals(\"main\")) break;
}
for (Throwable s : c.getSuppressed()) p(\"  suppressed \" + s);
}
}";

/// Written after the classes, since it uses them.
const RECURSION: &str = "\
static int depth(int @0, int @1) {#[#+i@0#+i@1
if (@0 <= 0 || --fuel < 0) return @1;
#;
return depth(@0 - 1, #i) #`+,-,^,*` #i;#]
}";

/// The last statements of the programs that end with an exception.
const ENDINGS: [&str; 7] = [
    "throw new Trouble(#S, #i);",
    "throw new Trouble(#S, new Deeper(#S));",
    "int[] @0 = new int[#t]; p(\"@0 \" + @0[#t + 6]);",
    "Object @0 = #S; p(\"@0 \" + ((Integer) @0));",
    "String @0 = null; p(\"@0 \" + @0.length());",
    "p(\"@0 \" + #i / (#u - #u) + Integer.parseInt(\"x\" + #S));",
    "Runnable @0 = () -> #(mix(List.of(#i).get(#t))#); @0.run();",
];

/// The source of a program, in a public class of this name, which must start with `R`.
///
/// ```
/// let source = javagen::program(7, "R7");
/// assert!(source.contains("public class R7 {"));
/// assert_eq!(source, javagen::program(7, "R7"));
/// ```
pub fn program(seed: u64, name: &str) -> String {
    let mut w = Writer::new(seed);
    let mut body: Vec<String> = vec![w.fill(HELPERS, 0).unwrap_or_default()];
    body.extend((0..2 + w.rng.usize(..8)).map(|_| static_field(&mut w)));
    let size = w.rng.usize(..4);
    body.push(classes::write(&mut w));
    body.push(w.fill(RECURSION, 2).unwrap_or_default());
    body.extend((0..size).map(|_| classes::method(&mut w)));
    let sections = 1 + size / 2 + w.rng.usize(..2);
    body.extend((0..sections).map(|index| section(&mut w, index, size)));
    body.push(main(&mut w, sections));
    let imports = "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n";
    indented(&format!("// Seed {seed}.\n{imports}\npublic class {name} {{\n{}\n}}\n", body.join("\n")))
}

fn static_field(w: &mut Writer) -> String {
    let ty = w.letter(Ty::FIELDS);
    let (value, name) = (w.expression(ty, u32::from(ty.0 != 'S')), w.fresh());
    let fixed = chance(&mut w.rng, 20);
    w.scope.vars.push(Var { name: name.clone(), ty, writable: !fixed, captured: true });
    format!("static {}{} {name} = {value};", if fixed { "final " } else { "" }, ty.java())
}

/// A method of statements, in groups that may fail independently.
fn section(w: &mut Writer, index: usize, size: usize) -> String {
    let statics = w.scope.clone();
    let mut text = format!("static void s{index}() {{\n");
    for _ in 0..2 + w.rng.usize(..3) {
        text += &(w.declaration() + "\n");
    }
    for _ in 0..1 + w.rng.usize(..size + 1) {
        let outer = w.scope.clone();
        let name = w.fresh();
        w.scope.result = Some("return;".to_owned());
        let count = 2 + w.rng.usize(..3);
        let group = w.statements(count);
        w.scope = outer;
        _ = write!(
            text,
            "try {{\n{group}\n}} catch (Throwable {name}) {{\nreport(\"{name}\", {name});\n}}\n"
        );
    }
    w.scope = statics;
    text + "}"
}

fn main(w: &mut Writer, sections: usize) -> String {
    let mut text = "public static void main(String[] args) {\n".to_owned();
    for index in 0..sections {
        _ = write!(
            text,
            "fuel = {FUEL};\ntry {{\ns{index}();\n}} catch (Throwable t) {{\nreport(\"s{index}\", t);\n}}\n"
        );
    }
    let shown = w.scope.vars.iter().filter(|var| !var.ty.0.is_ascii_digit());
    let shown: Vec<String> = shown.map(|var| format!(" + \" {0}=\" + {0}", var.name)).collect();
    _ = writeln!(text, "System.out.println(\"fields\"{});", shown.concat());
    text += "System.out.println(\"check \" + Long.toHexString(chk) + \" \" + lines + \" \" + Base.made);\n";
    if chance(&mut w.rng, 15) {
        let ending = pick(&mut w.rng, &ENDINGS);
        text += &format!("fuel = {FUEL};\n{}\n", w.fill(ending, 1).unwrap_or_default());
    }
    text + "}"
}

/// Indents by braces, which do not occur in literals. Only for readability.
fn indented(source: &str) -> String {
    let (mut text, mut level) = (String::new(), 0usize);
    for line in source.lines().filter(|line| !line.trim().is_empty()) {
        let count = |brace: char| line.matches(brace).count();
        let leading = line.chars().take_while(|c| *c == '}').count();
        _ = writeln!(text, "{}{line}", "    ".repeat(level.saturating_sub(leading)));
        level = (level + count('{')).saturating_sub(count('}'));
    }
    text
}
