//! The simplest expressions of every type. Corner values are as frequent as ordinary ones.

use crate::rng::{chance, pick};
use fastrand::Rng;

const INTS: [&str; 30] = [
    "0",
    "1",
    "(-1)",
    "2",
    "3",
    "5",
    "7",
    "10",
    "31",
    "32",
    "33",
    "63",
    "64",
    "97",
    "127",
    "128",
    "(-128)",
    "(-129)",
    "255",
    "256",
    "32767",
    "32768",
    "(-32769)",
    "65535",
    "65536",
    "1_000_000",
    "0x7fffffff",
    "Integer.MIN_VALUE",
    "Integer.MAX_VALUE",
    "0x55555555",
];
const LONGS: [&str; 16] = [
    "0L",
    "1L",
    "(-1L)",
    "2L",
    "63L",
    "64L",
    "255L",
    "4294967295L",
    "4294967296L",
    "(-2147483649L)",
    "1_000_000_007L",
    "Long.MIN_VALUE",
    "Long.MAX_VALUE",
    "0xcafebabe12345678L",
    "(1L << 53) + 1",
    "77L",
];
const FLOATS: [&str; 18] = [
    "0.0f",
    "(-0.0f)",
    "1.0f",
    "(-1.5f)",
    "0.1f",
    "3.3333f",
    "1e10f",
    "(-1e20f)",
    "16777217f",
    "Float.NaN",
    "Float.POSITIVE_INFINITY",
    "Float.NEGATIVE_INFINITY",
    "Float.MIN_VALUE",
    "Float.MAX_VALUE",
    "Float.MIN_NORMAL",
    "2147483648f",
    "0.5f",
    "100f",
];
const DOUBLES: [&str; 20] = [
    "0.0",
    "(-0.0)",
    "1.0",
    "(-1.5)",
    "0.1",
    "0.2",
    "3.141592653589793",
    "1e10",
    "(-1e300)",
    "1e-300",
    "Double.NaN",
    "Double.POSITIVE_INFINITY",
    "Double.NEGATIVE_INFINITY",
    "Double.MIN_VALUE",
    "Double.MAX_VALUE",
    "Double.MIN_NORMAL",
    "9.223372036854775807e18",
    "2147483647.5",
    "0.5",
    "123456.789",
];
const CHARS: [&str; 12] = [
    "'a'",
    "'z'",
    "'A'",
    "'0'",
    "'9'",
    "' '",
    "','",
    "'\\u00e9'",
    "'\\u20ac'",
    "((char) 65535)",
    "((char) 0)",
    "'\\''",
];
const STRINGS: [&str; 16] = [
    "\"\"",
    "\"a\"",
    "\"b\"",
    "\"abc\"",
    "\"Hello\"",
    "\"null\"",
    "\"0\"",
    "\"42\"",
    "\"-7\"",
    "\"\\u20ac5\"",
    "\"a,b,,c\"",
    "\"  trim \"",
    "\"AaBB\"",
    "\"BBAa\"",
    "\"x\\ty\"",
    "\"caf\\u00e9\"",
];

/// Templates for values of the types that are built from others; they use only primitives and strings.
const BUILT: [(char, &[&str]); 26] = [
    ('I', &["Integer.valueOf(#i)", "Integer.valueOf(#u)", "Integer.valueOf(127)", "Integer.valueOf(128)"]),
    ('J', &["Long.valueOf(#j)", "Long.valueOf(#u)"]),
    ('C', &["Character.valueOf(#c)"]),
    ('D', &["Double.valueOf(#d)"]),
    (
        'O',
        &[
            "((Object) #S)",
            "((Object) #i)",
            "((Object) #j)",
            "((Object) #d)",
            "((Object) #c)",
            "((Object) #z)",
        ],
    ),
    ('E', &["Color.RED", "Color.GREEN", "Color.BLUE"]),
    ('P', &["new Point(#i, #d, #S)", "new Point(#u, #S)", "Point.ORIGIN"]),
    ('B', &["make(#i)", "make(#u)", "make(#u)"]),
    (
        'Q',
        &[
            "((IntUnaryOperator) (@0 -> #(#+i@0#i#)))",
            "((IntUnaryOperator) Math::abs)",
            "((IntUnaryOperator) Integer::reverse)",
        ],
    ),
    (
        'F',
        &[
            "((Function<String, Integer>) (@0 -> #(#+S@0#i#)))",
            "((Function<String, Integer>) String::length)",
            "((Function<String, Integer>) Integer::valueOf)",
        ],
    ),
    ('V', &["new Cell<Integer>(#i)", "new Counted(#i)"]),
    ('L', &["new ArrayList<Integer>(List.of(#i, #i, #i))", "listOf(#i, #u, #i, #u)", "listOf()"]),
    ('M', &["mapOf(#S, #i, #S, #i)", "new TreeMap<String, Integer>()"]),
    ('H', &["namesOf(#i, #u)"]),
    ('A', &["new ArrayDeque<Integer>(List.of(#i, #i))"]),
    ('N', &["new StringBuilder(#S)", "new StringBuilder()"]),
    ('0', &["(new int[][] {{#i, #i}, {#i}, {}})", "(new int[#t][#t])", "(new int[][] {{#i}, {#i, #u, #u}})"]),
    ('1', &["(new int[] {#i, #i, #i})", "(new int[#t])", "(new int[] {#u, #u, #u, #u})"]),
    ('2', &["(new long[] {#j, #j})", "(new long[#t])"]),
    ('3', &["(new byte[] {#b, #b, #b, #b})", "(new byte[#t])"]),
    ('4', &["(new char[] {#c, #c})", "#S.toCharArray()", "(new char[] {'q', 'r'})"]),
    ('5', &["(new double[] {#d, #d, #d})", "(new double[#t])"]),
    ('6', &["(new String[] {#S, #S})", "(new String[#t])", "#S.split(\",\")"]),
    ('7', &["(new boolean[] {#z, #z})", "(new boolean[#t])"]),
    ('8', &["(new float[] {#f, #f})", "(new float[#t])"]),
    ('9', &["(new short[] {#s})"]),
];

/// A literal of a primitive type or a string; `None` for the others.
pub fn plain(rng: &mut Rng, letter: char) -> Option<String> {
    let text = match letter {
        'z' => pick(rng, &["true", "false"]).to_owned(),
        'b' => format!("((byte) {})", int(rng)),
        's' => format!("((short) {})", int(rng)),
        'c' if chance(rng, 25) => format!("((char) {})", int(rng)),
        'c' => pick(rng, &CHARS).to_owned(),
        'i' => int(rng),
        'j' if chance(rng, 30) => format!("({}L)", rng.i64(..) >> rng.usize(..63)),
        'j' => format!("({})", pick(rng, &LONGS)),
        'f' if chance(rng, 30) => format!("({}f)", f64::from(rng.i32(..) >> rng.usize(..31)) / 8.0),
        'f' => pick(rng, &FLOATS).to_owned(),
        'd' if chance(rng, 30) => format!("({}.0 / 64)", rng.i64(..) >> rng.usize(..63)),
        'd' => pick(rng, &DOUBLES).to_owned(),
        'S' => pick(rng, &STRINGS).to_owned(),
        'u' => rng.usize(..10).to_string(),
        't' => (1 + rng.usize(..6)).to_string(),
        _ => return None,
    };
    Some(text)
}

/// The template of a value of another type.
pub fn built(rng: &mut Rng, letter: char) -> Option<&'static str> {
    let (_, templates) = BUILT.iter().find(|(other, _)| *other == letter)?;
    Some(pick(rng, templates))
}

fn int(rng: &mut Rng) -> String {
    match rng.usize(..10) {
        0..4 => pick(rng, &INTS).to_owned(),
        4..8 => format!("({})", rng.usize(..200) as i32 - 99),
        _ => format!("({})", rng.i32(..) >> rng.usize(..31)),
    }
}
