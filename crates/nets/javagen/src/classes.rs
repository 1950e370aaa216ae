//! The classes of a program: some always have the same shape (an enum, a record, exceptions, generic
//! classes); the subclasses of `Base` differ in number, parents, fields and in what they override.

use crate::literals;
use crate::rng::{chance, pick};
use crate::ty::Ty;
use crate::writer::{Production, Var, Writer};

const ENUM: &str = "\
enum Color {
RED(#u) { int apply(int @0) {#[#+i@0 return --fuel < 0 ? @0 : #i;#] } },
GREEN(-#u) { int apply(int @1) {#[#+i@1 return --fuel < 0 ? @1 : #i + weight;#] } },
BLUE(#u) { int apply(int @2) { return super.hashless() + @2; } @Override public String toString() { return \"blue\" + weight; } };
final int weight;
Color(int weight) { this.weight = weight; }
abstract int apply(int x);
int hashless() { return ordinal() * 7 + weight; }
Color next() { return values()[(ordinal() + 1) % values().length]; }
}";

const RECORD: &str = "\
record Point(int x, double y, String label) implements Comparable<Point> {
static final Point ORIGIN = new Point(0, -0.0, \"origin\");
Point {
if (label == null) label = \"none\";
label = cut(label);
}
Point(int x, String label) { this(x, x / 2.0, label); }
Point scaled(int k) { return new Point(x * k, y * k, label); }
public int compareTo(Point other) { return Integer.compare(x, other.x); }
}";

const GENERIC: &str = "\
static class Cell<T> {
T value;
Cell(T value) { this.value = value; }
T get() { return value; }
Cell<T> swap(T next) { T old = value; value = next; return new Cell<>(old); }
@Override public String toString() { return \"Cell(\" + value + \")\"; }
}
static class Counted extends Cell<Integer> {
int count = #u;
Counted(int start) { super(start); }
@Override Integer get() { count++; return super.get() + count; }
}";

const EXCEPTIONS: &str = "\
static class Trouble extends RuntimeException {
final int code;
Trouble(String message) { this(message, #u); }
Trouble(String message, int code) { super(message); this.code = code; }
Trouble(String message, Throwable cause) { super(message, cause); code = -1; }
}
static class Deeper extends Trouble {
Deeper(String message) { super(message + \"!\", new IllegalStateException(message)); }
@Override public String getMessage() { return \"deeper \" + super.getMessage(); }
}
static class Checked extends Exception {
Checked(String message) { super(message); }
}
static class Resource implements AutoCloseable {
final String name;
Resource(String name) { this.name = name; if (--fuel < 0 || #u == 3) throw new Trouble(\"open \" + name); p(\"open \" + name); }
@Override public void close() { p(\"close \" + name); if (name.length() == 3) throw new Trouble(\"close \" + name); }
}
static class Lazy {
static int value = #i;
static final String CONSTANT = \"constant\";
static { p(\"Lazy starts\"); if (#u == 4) throw new Trouble(\"Lazy fails\"); value += 1; }
}
static class LazyA {
static int first = #u;
static { p(\"LazyA\"); }
static int bump() { return ++first; }
}
static class LazyB extends LazyA implements LazyC {
static { p(\"LazyB\" + first); }
static int second = first + #u;
}
interface LazyC {
int THIRD = sum(#u, LazyA.bump());
default int third() { return THIRD; }
}
static class Range implements Iterable<Integer> {
final int from, count;
Range(int from, int count) { this.from = from; this.count = count; }
int total() { int t = 0; for (int x : this) t = t * 3 + x; return t; }
public Iterator<Integer> iterator() {
return new Iterator<>() {
int at = from;
public boolean hasNext() { return at < from + count; }
public Integer next() { return at++; }
};
}
@Override public String toString() { StringBuilder b = new StringBuilder(); for (var x : this) b.append(x).append(';'); return b.toString(); }
}";

const INTERFACE: &str = "\
interface Named {
int tag();
default String name() { return \"n\" + tag() + suffix(); }
private String suffix() { return --fuel < 0 ? \"\" : #S; }
static String shout(String s) { return s.toUpperCase() + '!'; }
}";

const BASE: &str = "\
static abstract class Base implements Named {
static int made;
int field;
long wide = #u;
Base(int k) { field = k; made++; if (--fuel > 0) start(k); }
void start(int k) { wide += k; }
abstract long calc(int k);
long calc(long k) { return --fuel < 0 ? k : k ^ calc((int) k); }
int virtual(int @0) {#[#+i@0
if (--fuel < 0) return @0;
#;
return #i;#]
}
final int both(int k) { return virtual(k) + hidden(k); }
private int hidden(int k) { return k * #u; }
Base self() { return this; }
void touch(int @1) {#[#+i@1
if (--fuel < 0) return;
field ^= @1;
#;#]
}
public int tag() { return field & 15; }
class Inner {
int seen = field;
int peek() {#[ return --fuel < 0 ? seen : seen++ + field + #i;#] }
}
@Override public String toString() { return \"Base\" + field + \"/\" + wide; }
}";

const SAFE: [(char, &str); 3] = [('I', "Integer.valueOf(7)"), ('O', "\"spent\""), ('z', "fuel < -9")];

/// Writes the classes, and adds what they offer to the expressions.
pub fn write(w: &mut Writer) -> String {
    let mut parts: Vec<String> = [ENUM, RECORD, GENERIC, EXCEPTIONS, INTERFACE]
        .iter()
        .map(|t| w.fill(t, 1).unwrap_or_default())
        .collect();
    let statics = w.scope.clone();
    for (name, letter) in [("field", 'i'), ("wide", 'j')] {
        w.scope.vars.push(Var { name: name.to_owned(), ty: Ty(letter), writable: true, captured: true });
    }
    // The constructor of an anonymous subclass also sees the fields, but not before the call of `super`.
    parts.push(w.fill(BASE, 2).unwrap_or_default());
    let base = w.scope.clone();
    let count = 1 + w.rng.usize(..3);
    let mut scopes = Vec::new();
    for index in 0..count {
        let parent = if index > 0 && chance(&mut w.rng, 50) { Some(w.rng.usize(..index)) } else { None };
        w.scope = parent.map_or_else(|| base.clone(), |parent: usize| Clone::clone(&scopes[parent]));
        parts.push(subclass(w, index, parent));
        scopes.push(w.scope.clone());
    }
    w.scope = statics;
    let cases: Vec<String> = (1..count).map(|index| format!("case {index} -> new Sub{index}(k);")).collect();
    parts.push(format!(
        "static Base make(int k) {{\nif (--fuel < 0) return new Sub0(k);\nreturn switch (Math.floorMod(k, {count})) {{\n{}\ndefault -> new Sub0(k);\n}};\n}}",
        cases.join("\n")
    ));
    for (letter, template) in
        [('i', "#B.new Inner().peek()"), ('i', "Base.made"), ('i', "Lazy.value"), ('S', "Lazy.CONSTANT")]
    {
        w.productions.push(Production { ty: Ty(letter), template: template.to_owned() });
    }
    parts.join("\n")
}

/// One subclass; leaves its fields in scope.
fn subclass(w: &mut Writer, index: usize, parent: Option<usize>) -> String {
    let parent = parent.map_or("Base".to_owned(), |parent| format!("Sub{parent}"));
    let mut text = format!("static class Sub{index} extends {parent} {{\n");
    let mut private = Vec::new();
    for _ in 0..w.rng.usize(..4) {
        let ty = w.letter(Ty::FIELDS);
        let value = w.expression(ty, 0);
        let name = w.fresh();
        let access = pick(&mut w.rng, &["", "private ", "protected "]);
        text += &format!("{access}{} {name} = {value};\n", ty.java());
        if access == "private " {
            private.push(name.clone());
        }
        w.scope.vars.push(Var { name, ty, writable: true, captured: true });
    }
    if chance(&mut w.rng, 40) {
        text += "{ wide++; mix(field); }\n";
    }
    let members = [
        ("SubN(int @0) {\nsuper(@0 #`+,^,-` #u);\nif (--fuel > 0) {#[#+i@0\n#;\n#]}\n}", 100),
        ("@Override long calc(int @0) {#[#+i@0\nif (--fuel < 0) return @0;\n#;\nreturn #j;#]\n}", 100),
        (
            "@Override int virtual(int @0) {#[#+i@0\nif (--fuel < 0) return @0;\nreturn super.virtual(@0) #`+,-,^` #i;#]\n}",
            50,
        ),
        ("@Override int virtual(int @0) {#[#+i@0\nif (--fuel < 0) return 1;\n#;\nreturn #i;#]\n}", 30),
        ("@Override void start(int @0) { super.start(@0 + 1); p(\"start \" + wide); }", 30),
        ("@Override long calc(long @0) {#[#+j@0\nreturn --fuel < 0 ? @0 : super.calc(@0 - 1) + #j;#]\n}", 30),
        ("@Override public String name() { return \"N\" + super.name(); }", 30),
        (
            "@Override public String toString() {#[ return --fuel < 0 ? \"spent\" : \"SubN:\" + super.toString() + #x;#] }",
            50,
        ),
        ("static int helper(int @0) {#[ return @0 * #u;#] }", 40),
        ("@Override SubN self() { touch(#u); return this; }", 30),
        ("@Override public int tag() { return super.tag() + #u; }", 30),
    ];
    let mut overridden = false;
    for (template, percent) in members {
        let virtuals = template.contains("int virtual");
        if !chance(&mut w.rng, percent) || virtuals && overridden {
            continue;
        }
        overridden |= virtuals;
        let template = template.replace("SubN", &format!("Sub{index}"));
        text += &(w.fill(&template, 2).unwrap_or_default() + "\n");
    }
    // Private fields are not inherited by subclasses.
    w.scope.vars.retain(|var| !private.contains(&var.name));
    text + "}"
}

/// Writes a static method with random parameters, which later code can call in expressions.
pub fn method(w: &mut Writer) -> String {
    let (name, result) = (w.fresh(), w.letter(Ty::RESULTS));
    let statics = w.scope.clone();
    let (mut parameters, mut holes) = (Vec::new(), Vec::new());
    for _ in 0..w.rng.usize(..5) {
        let (ty, parameter) = (w.letter(Ty::PARAMETERS), w.fresh());
        parameters.push(format!("{} {parameter}", ty.java()));
        holes.push(format!("#{}", ty.0));
        w.scope.vars.push(Var { name: parameter, ty, writable: true, captured: false });
    }
    let spent = spent(w, result);
    w.scope.result = Some(format!("return #{};", result.0));
    let count = 1 + w.rng.usize(..3);
    let body = w.statements(count);
    let value = w.expression(result, 2);
    w.scope = statics;
    w.productions.push(Production { ty: result, template: format!("{name}({})", holes.join(", ")) });
    let synchronized = if chance(&mut w.rng, 10) { "synchronized " } else { "" };
    format!(
        "static {synchronized}{} {name}({}) {{\nif (--fuel < 0) return {spent};\n{body}\nreturn {value};\n}}",
        result.java(),
        parameters.join(", ")
    )
}

/// What a method returns when no fuel is left: nothing that calls a method of the program.
fn spent(w: &mut Writer, ty: Ty) -> String {
    let safe = SAFE.iter().find(|(letter, _)| *letter == ty.0).map(|(_, text)| (*text).to_owned());
    safe.or_else(|| literals::plain(&mut w.rng, ty.0)).unwrap_or_else(|| "null".to_owned())
}
