//! The types of generated expressions. Each has a letter, by which templates ask for a value of it.

/// A type of the generated program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ty(pub char);

/// All types: their letters, and how Java spells them.
const NAMES: [(char, &str); 34] = [
    ('z', "boolean"),
    ('b', "byte"),
    ('s', "short"),
    ('c', "char"),
    ('i', "int"),
    ('j', "long"),
    ('f', "float"),
    ('d', "double"),
    ('S', "String"),
    ('I', "Integer"),
    ('J', "Long"),
    ('C', "Character"),
    ('D', "Double"),
    ('O', "Object"),
    ('E', "Color"),
    ('P', "Point"),
    ('B', "Base"),
    ('Q', "IntUnaryOperator"),
    ('F', "Function<String, Integer>"),
    ('V', "Cell<Integer>"),
    ('L', "ArrayList<Integer>"),
    ('M', "TreeMap<String, Integer>"),
    ('H', "HashMap<Integer, String>"),
    ('A', "ArrayDeque<Integer>"),
    ('N', "StringBuilder"),
    ('0', "int[][]"),
    ('1', "int[]"),
    ('2', "long[]"),
    ('3', "byte[]"),
    ('4', "char[]"),
    ('5', "double[]"),
    ('6', "String[]"),
    ('7', "boolean[]"),
    ('8', "float[]"),
];

/// The types whose values may be printed: all but arrays and functions, whose text is not the same
/// everywhere.
const PRINTABLE: &str = "zbscijfdSIJCDOEPBzbscijfdSIJCDOEPBVLMAN";

impl Ty {
    /// How Java spells it.
    pub fn java(self) -> &'static str {
        NAMES.iter().find(|(letter, _)| *letter == self.0).map_or("Object", |(_, name)| name)
    }

    /// The letters that stand for this one in a template: some stand for a choice of types.
    pub fn choices(letter: char) -> &'static str {
        match letter {
            'n' => "bscijfdij",
            'w' => "bscijij",
            'k' => "bsciii",
            'x' => PRINTABLE,
            _ => "",
        }
    }

    /// The letters of the types of local variables, the common ones more than once.
    pub const LOCALS: &str = "zbscijfdiijfdSSSIJCDOEPBQFVLMHAN012345678";
    /// The letters of the types a field may have.
    pub const FIELDS: &str = "zbscijfdzbscijfdSSIJCDO1256";
    /// The letters of the types a parameter may have.
    pub const PARAMETERS: &str = "zbscijfdijdSSIODP1B";
    /// The letters of the types a method may return.
    pub const RESULTS: &str = "zbscijfdijSSI";
}
