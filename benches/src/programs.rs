//! The programs to measure, as litmus text. A name and a size determine a program: `sb-10` is the ring of ten
//! threads.

use anyhow::{Context, Result, bail};
use std::fmt::Write;

/// The litmus text of a program named `family-size`; families of a fixed size have no number.
pub fn text(name: &str) -> Result<String> {
    let (family, size) = name.split_once('-').unwrap_or((name, "0"));
    let size: usize = size.parse().with_context(|| format!("`{name}`: the size is not a number"))?;
    let (shared, threads) = match family {
        "sb" => (ints(size), ring(size, store_buffering)),
        "sbv" => (ints(size).replace('x', "volatile int x"), ring(size, store_buffering)),
        "lb" => (ints(size), ring(size, |i, next| format!("int r{i} = x{next}; x{i} = 1;"))),
        "iriw" => (ints(2), iriw()),
        "writers" => (ints(1), writers(size)),
        "locked" => ("x0 = 0; monitor m;".into(), repeat(size, "synchronized (m) { x0++; }")),
        "racy" => (ints(1), repeat(size, "x0++; x0++;")),
        "spinlock" => ("x0 = 0; volatile int lock = 0;".into(), repeat(size, SPINLOCK)),
        "petersonv" => (mutex("volatile int"), ring(2, peterson)),
        "petersonp" => (mutex("int"), ring(2, peterson)),
        "dekkerv" => (mutex("volatile int"), ring(2, dekker)),
        "dekkerp" => (mutex("int"), ring(2, dekker)),
        _ => bail!("there is no program `{name}`"),
    };
    let mut text = format!("Java {name}\n{{ {shared} }}\n");
    for (i, body) in threads.iter().enumerate() {
        writeln!(text, "Thread{i} {{ {body} }}")?;
    }
    Ok(text)
}

/// The name of a program, as users know it.
pub fn title(name: &str) -> String {
    let (family, size) = name.split_once('-').unwrap_or((name, ""));
    match family {
        "sb" => format!("SB ring of {size}"),
        "sbv" => format!("SB ring of {size}, volatile"),
        "lb" => format!("LB ring of {size}"),
        "iriw" => "IRIW".into(),
        "writers" => format!("{size} writers, 1 reader"),
        "locked" => format!("{size} locked increments"),
        "racy" => format!("2 racy `++` ×{size}"),
        "spinlock" => format!("CAS spin lock ×{size}"),
        "petersonv" => "Peterson, volatile".into(),
        "petersonp" => "Peterson, plain".into(),
        "dekkerv" => "Dekker, volatile".into(),
        _ => "Dekker, plain".into(),
    }
}

fn ints(n: usize) -> String {
    (0..n).map(|i| format!("x{i} = 0;")).collect::<Vec<_>>().join(" ")
}

/// One thread per position of a ring: its own number and its neighbour's.
fn ring(n: usize, body: impl Fn(usize, usize) -> String) -> Vec<String> {
    (0..n).map(|i| body(i, (i + 1) % n)).collect()
}

fn store_buffering(me: usize, next: usize) -> String {
    format!("x{me} = 1; int r{me} = x{next};")
}

fn repeat(n: usize, body: &str) -> Vec<String> {
    vec![body.to_owned(); n]
}

fn iriw() -> Vec<String> {
    let reader = |first, second| format!("int r1 = x{first}; int r2 = x{second};");
    vec!["x0 = 1;".into(), "x1 = 1;".into(), reader(0, 1), reader(1, 0)]
}

/// Each writer writes a value of its own; the reader reads as often as there are writers.
fn writers(n: usize) -> Vec<String> {
    let reader = (0..n).map(|i| format!("int r{i} = x0;")).collect::<Vec<_>>().join(" ");
    (1..=n).map(|value| format!("x0 = {value};")).chain([reader]).collect()
}

/// The critical section, which only one thread may be in at a time, with an assertion of that.
const CRITICAL: &str = "inside++; int c = inside; assert c == 1; inside--;";

const SPINLOCK: &str = "while (!lock.compareAndSet(0, 1)) { } x0++; lock = 0;";

fn mutex(kind: &str) -> String {
    format!("{kind} f0 = 0; {kind} f1 = 0; {kind} turn = 0; int inside = 0;")
}

fn peterson(me: usize, other: usize) -> String {
    format!("f{me} = 1; turn = {other}; while (f{other} == 1 && turn == {other}) {{ }} {CRITICAL} f{me} = 0;")
}

fn dekker(me: usize, other: usize) -> String {
    let give_way = format!("f{me} = 0; while (turn != {me}) {{ }} f{me} = 1;");
    let enter = format!("f{me} = 1; while (f{other} == 1) {{ if (turn != {me}) {{ {give_way} }} }}");
    format!("{enter} {CRITICAL} turn = {other}; f{me} = 0;")
}
