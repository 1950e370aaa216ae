//! Arguments by type: a few small values each.
//!
//! `$BACK` stands for what the recipe lets callbacks do, and rows with it apply only if the recipe has one;
//! `$LOG` stands for the log of the call, which records what a callback received.

use crate::method::simple;
use crate::random::Random;
use crate::recipe::Recipe;

/// Types without their packages, and values.
const TABLE: &[(&str, &[&str])] = &[
    ("boolean", &["true", "false"]),
    ("byte", &["1", "2"]),
    ("short", &["1", "2"]),
    ("char", &["'a'", "'b'"]),
    ("int", &["0", "1", "2"]),
    ("long", &["0", "1", "2"]),
    ("float", &["0", "1"]),
    ("double", &["0", "1"]),
    ("Object", &["\"a\"", "\"b\"", "\"c\""]),
    ("String", &["\"a\"", "\"b\""]),
    ("CharSequence", &["\"a\"", "\"bc\""]),
    ("Comparable", &["\"a\""]),
    ("Number", &["1"]),
    ("Object[]", &["new Object[1]", "new Object[] {\"b\"}"]),
    ("String[]", &["new String[] {\"b\"}"]),
    ("int[]", &["new int[] {1, 2}"]),
    ("long[]", &["new long[] {1, 2}"]),
    ("byte[]", &["new byte[] {1, 2}"]),
    ("char[]", &["new char[] {'x', 'y'}"]),
    ("double[]", &["new double[] {1, 2}"]),
    ("float[]", &["new float[] {1, 2}"]),
    ("short[]", &["new short[] {1, 2}"]),
    ("boolean[]", &["new boolean[1]"]),
    ("Collection", &["List.of(\"a\")", "List.of(\"b\", \"c\")", "new ArrayList(List.of(\"a\", \"b\"))"]),
    ("Iterable", &["List.of(\"a\", \"b\")"]),
    ("List", &["List.of(\"a\")"]),
    ("Set", &["Set.of(\"a\")"]),
    ("Map", &["Map.of(\"a\", \"z\")", "Map.of(\"b\", \"y\")"]),
    ("Iterator", &["List.of(\"a\").iterator()"]),
    ("Comparator", &["Comparator.naturalOrder()", "Comparator.reverseOrder()"]),
    ("Function", &["x -> x + \"f\"", "x -> null", "x -> { $BACK; return \"g\"; }"]),
    ("BiFunction", &["(x, y) -> x + \"f\" + y", "(x, y) -> null", "(x, y) -> { $BACK; return \"g\"; }"]),
    ("UnaryOperator", &["x -> x + \"u\"", "x -> { $BACK; return \"g\"; }"]),
    ("BinaryOperator", &["(x, y) -> x + \"o\" + y", "(x, y) -> { $BACK; return \"g\"; }"]),
    ("Predicate", &["x -> \"a\".equals(x)", "x -> true", "x -> { $BACK; return true; }"]),
    ("BiPredicate", &["(x, y) -> true"]),
    ("Consumer", &["$LOG", "x -> { $BACK; }"]),
    ("BiConsumer", &["$LOG", "(x, y) -> { $BACK; }"]),
    ("IntConsumer", &["$LOG"]),
    ("LongConsumer", &["$LOG"]),
    ("DoubleConsumer", &["$LOG"]),
    ("Supplier", &["() -> \"d\"", "() -> { $BACK; return \"e\"; }"]),
    ("BooleanSupplier", &["() -> true"]),
    ("IntSupplier", &["() -> 1"]),
    ("IntFunction", &["n -> new Object[n]"]),
    ("ToIntFunction", &["x -> 1"]),
    ("ToLongFunction", &["x -> 1L"]),
    ("ToDoubleFunction", &["x -> 1.0"]),
    ("ToIntBiFunction", &["(x, y) -> 1"]),
    ("ToLongBiFunction", &["(x, y) -> 1L"]),
    ("ToDoubleBiFunction", &["(x, y) -> 1.0"]),
    ("IntUnaryOperator", &["x -> x + 3", "x -> { $BACK; return x + 5; }"]),
    ("LongUnaryOperator", &["x -> x + 3", "x -> { $BACK; return x + 5; }"]),
    ("DoubleUnaryOperator", &["x -> x + 3"]),
    ("IntBinaryOperator", &["(x, y) -> 2 * x + y", "(x, y) -> { $BACK; return x + y; }"]),
    ("LongBinaryOperator", &["(x, y) -> 2 * x + y", "(x, y) -> { $BACK; return x + y; }"]),
    ("DoubleBinaryOperator", &["(x, y) -> 2 * x + y"]),
    ("IntPredicate", &["x -> x > 0"]),
    ("IntToDoubleFunction", &["x -> x"]),
    ("IntToLongFunction", &["x -> x"]),
    ("ObjIntConsumer", &["(x, y) -> {}"]),
    ("IntStream.IntMapMultiConsumer", &["(x, to) -> to.accept(x)"]),
    ("Runnable", &["() -> {}", "() -> { $BACK; }"]),
    ("Callable", &["() -> \"v\""]),
    ("Collector", &["Collectors.toList()"]),
    ("Throwable", &["new IllegalStateException()"]),
    ("TimeUnit", &["TimeUnit.NANOSECONDS"]),
    ("Locale", &["Locale.ROOT"]),
    ("Charset", &["StandardCharsets.UTF_8"]),
    ("Class", &["Object.class", "String.class"]),
    ("StringBuffer", &["new StringBuffer(\"q\")"]),
    ("Writer", &["new StringWriter()"]),
    ("Reader", &["new StringReader(\"a=z\")"]),
    ("OutputStream", &["new ByteArrayOutputStream()"]),
    ("InputStream", &["new ByteArrayInputStream(new byte[] {'a', '=', 'z'})"]),
    ("PrintStream", &["new PrintStream(new ByteArrayOutputStream())"]),
    ("PrintWriter", &["new PrintWriter(new StringWriter())"]),
    ("CharBuffer", &["CharBuffer.allocate(2)"]),
    ("Thread", &["Thread.currentThread()"]),
    ("ThreadFactory", &["Api2.daemons()"]),
    ("Executor", &["Runnable::run"]),
    ("RejectedExecutionHandler", &["new ThreadPoolExecutor.DiscardPolicy()"]),
    ("Random", &["new Random(1)"]),
    ("Date", &["new Date(0)", "new Date(5000)"]),
    ("TimeZone", &["TimeZone.getTimeZone(\"UTC\")"]),
    ("Duration", &["Duration.ofNanos(1)"]),
    ("Period", &["Period.ofDays(1)"]),
    ("Instant", &["Instant.ofEpochSecond(7)"]),
    ("LocalDate", &["LocalDate.of(2001, 2, 3)"]),
    ("LocalTime", &["LocalTime.of(3, 4)"]),
    ("LocalDateTime", &["LocalDateTime.of(2001, 2, 3, 4, 5)"]),
    ("ZoneOffset", &["ZoneOffset.UTC"]),
    ("ZoneId", &["ZoneOffset.UTC"]),
    ("Month", &["Month.MARCH"]),
    ("TemporalUnit", &["java.time.temporal.ChronoUnit.DAYS", "java.time.temporal.ChronoUnit.SECONDS"]),
    ("TemporalField", &["java.time.temporal.ChronoField.DAY_OF_MONTH"]),
    ("TemporalAmount", &["Period.ofDays(1)", "Duration.ofSeconds(1)"]),
    ("DateTimeFormatter", &["DateTimeFormatter.ISO_DATE"]),
    ("ChronoLocalDate", &["LocalDate.of(2001, 2, 3)"]),
    ("BigInteger", &["BigInteger.TEN"]),
    ("ByteBuffer", &["ByteBuffer.wrap(new byte[] {65})"]),
    ("RoundingMode", &["RoundingMode.UP"]),
    ("StringBuilder", &["new StringBuilder(\"q\")"]),
    ("TemporalQuery", &["java.time.temporal.TemporalQueries.precision()"]),
    ("Temporal", &["LocalDateTime.of(2001, 2, 3, 4, 5)"]),
    ("TemporalAdjuster", &["java.time.temporal.TemporalAdjusters.firstDayOfMonth()"]),
    ("OffsetTime", &["OffsetTime.of(1, 2, 3, 4, ZoneOffset.UTC)"]),
    ("MonthDay", &["MonthDay.of(2, 3)"]),
    ("ResolverStyle", &["ResolverStyle.LENIENT"]),
    ("Chronology", &["java.time.chrono.IsoChronology.INSTANCE"]),
    ("DecimalStyle", &["DecimalStyle.STANDARD"]),
];

/// The context in which arguments are chosen.
pub struct Fill<'a> {
    /// The recipe, whose own arguments come first.
    pub recipe: &'a Recipe,
}

impl Fill<'_> {
    /// A value of this type, as Java text; `None` if none is known. `own` is the object itself, if it has the
    /// type.
    pub(crate) fn value(&self, class: &str, own: Option<&str>, random: &mut Random) -> Option<String> {
        let name = simple(class);
        let of_recipe = self.recipe.arguments.iter().find(|(c, _)| c == name || c == class);
        let back = self.recipe.back.as_deref();
        let mut values: Vec<String> = match of_recipe {
            Some((_, values)) => values.clone(),
            None => {
                let row = TABLE.iter().find(|(c, _)| *c == name).map_or(&[][..], |(_, values)| values);
                row.iter().filter(|v| back.is_some() || !v.contains("$BACK")).map(|&v| v.to_owned()).collect()
            }
        };
        if let (Some(own), None) = (own, of_recipe)
            && (values.is_empty() || random.one_in(4))
        {
            values = vec![own.to_owned()];
        }
        if values.is_empty() {
            return None;
        }
        Some(random.pick(&values).replace("$BACK", back.unwrap_or_default()))
    }
}
