//! Java programs that demand too much.

/// A correct program, to be damaged.
pub const GOOD: &str = "public class Good {\n  static int x; static final Object lock = new Object();\n  interface Op { int apply(int a); }\n  enum Kind { A, B }\n\
  public static void main(String[] args) throws Exception {\n    Op op = a -> a + 1;\n    Thread t = new Thread(() -> { synchronized (lock) { x = op.apply(x); } });\n    t.start();\n\
    synchronized (lock) { x++; }\n    t.join();\n    String s = switch (Kind.values()[x % 2]) { case A -> \"even \" + x; case B -> \"odd\"; };\n    try { if (x != 2) throw new IllegalStateException(s); } finally { x = 0; }\n  }\n}\n";

/// Programs that never end or exhaust memory, to be checked with limits: a name and the body of a class.
pub const BOMBS: [(&str, &str); 22] = [
    (
        "ArraysKept",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); var l = new java.util.ArrayList<Object>(); while (true) { byte[] b = new byte[1 << 20]; java.util.Arrays.fill(b, (byte) 1); l.add(b); o = l; } }",
    ),
    (
        "ObjectsKept",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); var l = new java.util.LinkedList<Object>(); while (true) { l.add(new Object()); if (l.size() % 1000 == 0) o = l; } }",
    ),
    (
        "LargeArrays",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = new long[1 << 26]); o = new long[1 << 26]; o = new int[1000][1000][1000]; }",
    ),
    (
        "StringsDoubled",
        "static volatile String s = \"ab\"; public static void main(String[] a) { T(() -> s = \"x\"); while (true) s = s + s; }",
    ),
    (
        "Interned",
        "static volatile int n; public static void main(String[] a) { T(() -> n = 1); for (long i = 0; ; i++) { (\"s\" + i).repeat(1000).intern(); if (i % 100 == 0) n++; } }",
    ),
    (
        "Copies",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); int[] x = new int[1 << 22]; while (true) { System.arraycopy(x, 0, x, 1, x.length - 1); o = x.clone(); } }",
    ),
    (
        "Growing",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); var b = new StringBuilder(); while (true) { b.append(\"0123456789\"); if (b.length() % 100000 == 0) o = b; } }",
    ),
    (
        "Maps",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); var m = new java.util.HashMap<Integer, String>(); for (int i = 0; ; i++) { m.put(i, \"v\" + i); if (i % 500 == 0) o = m; } }",
    ),
    (
        "Spins",
        "static volatile int x; public static void main(String[] a) { T(() -> { while (true) x++; }); while (true) x++; }",
    ),
    (
        "Computes",
        "static volatile int x; public static void main(String[] a) { T(() -> x++); long n = 0; while (true) n += n * 31 + x; }",
    ),
    ("ComputesAlone", "public static void main(String[] a) { long n = 0; while (true) n = n * 31 + 1; }"),
    (
        "ManyStates",
        "static int[] x = new int[8]; public static void main(String[] a) { for (int t = 0; t < 8; t++) { int m = t; T(() -> { for (int i = 0; i < 100; i++) x[m]++; for (int i = 0; i < 8; i++) x[i]++; }); } }",
    ),
    (
        "ManyLocks",
        "static Object[] l = { new Object(), new Object(), new Object() }; static int n; public static void main(String[] a) { for (int t = 0; t < 6; t++) { int m = t; T(() -> { for (int i = 0; i < 1000; i++) synchronized (l[(m + i) % 3]) { n += i * m; } }); } }",
    ),
    ("Threads", "static volatile int n; public static void main(String[] a) { while (true) T(() -> n++); }"),
    (
        "Recursion",
        "static volatile int n; static int f(int i) { return f(i + 1) + n; } public static void main(String[] a) { T(() -> n++); while (true) { try { f(0); } catch (StackOverflowError e) { n++; } } }",
    ),
    (
        "DeepList",
        "static volatile Object o; static class N { N next; N(N n) { next = n; } } public static void main(String[] a) { T(() -> o = null); N n = null; while (true) { n = new N(n); o = n; } }",
    ),
    (
        "Sorting",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); var r = new java.util.Random(1); while (true) { int[] x = new int[1 << 20]; for (int i = 0; i < x.length; i++) x[i] = r.nextInt(); java.util.Arrays.sort(x); o = x; } }",
    ),
    (
        "BigNumbers",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); var b = java.math.BigInteger.TWO; while (true) { b = b.multiply(b); o = b; } }",
    ),
    (
        "Regex",
        "static volatile boolean o; public static void main(String[] a) { T(() -> o = true); o = \"a\".repeat(60).matches(\"(a*)*b\"); }",
    ),
    (
        "Exceptions",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); Throwable t = new Error(); while (true) { t = new RuntimeException(t); o = t; } }",
    ),
    (
        "Printing",
        "static volatile int n; public static void main(String[] a) { T(() -> n++); while (true) { System.out.println(\"x\".repeat(1000)); n++; } }",
    ),
    (
        "DirectMemory",
        "static volatile Object o; public static void main(String[] a) { T(() -> o = null); var l = new java.util.ArrayList<Object>(); while (true) { l.add(java.nio.ByteBuffer.allocateDirect(1 << 20)); o = l; } }",
    ),
];

/// Programs with unusual names, messages and causes: name and body.
pub const STRANGE: [(&str, &str); 16] = [
    (
        "LongThreadName",
        "public static void main(String[] a) throws Exception { String n = \"n\".repeat(100000); Thread t = new Thread(() -> { throw new IllegalStateException(n); }, n); t.start(); t.join(); }",
    ),
    (
        "LongMessage",
        "public static void main(String[] a) { throw new IllegalStateException(\"m\".repeat(1000000)); }",
    ),
    (
        "DeepCauses",
        "public static void main(String[] a) { Throwable t = new Error(); for (int i = 0; i < 100000; i++) t = new RuntimeException(\"c\", t); throw (RuntimeException) t; }",
    ),
    (
        "CyclicCauses",
        "public static void main(String[] a) { var x = new RuntimeException(\"x\"); var y = new RuntimeException(\"y\", x); x.initCause(y); throw x; }",
    ),
    (
        "OwnCause",
        "public static void main(String[] a) { throw new RuntimeException() { public synchronized Throwable getCause() { return this; } public String getMessage() { throw this; } }; }",
    ),
    (
        "Suppressed",
        "public static void main(String[] a) { var x = new RuntimeException(\"x\"); var y = new RuntimeException(\"y\"); x.addSuppressed(y); y.addSuppressed(x); throw x; }",
    ),
    (
        "Escapes",
        "public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { throw new Error(\"\\u001b[2J\\u0000\\r\\n\\u202e\"); }, \"\\u001b]0;x\\u0007\"); t.start(); t.join(); }",
    ),
    ("Surrogates", "public static void main(String[] a) { throw new Error(\"\\ud800 alone \\udc00\"); }"),
    (
        "EmptyName",
        "public static void main(String[] a) throws Exception { Thread t = new Thread(() -> { throw new Error(); }, \"\"); t.start(); t.join(); }",
    ),
    (
        "ToStringFails",
        "public static void main(String[] a) { throw new Error() { public String toString() { throw new Error(); } }; }",
    ),
    (
        "HugeStack",
        "static void f(int n) { if (n == 0) throw new Error(\"deep\"); f(n - 1); } public static void main(String[] a) { f(3000); }",
    ),
    (
        "InitialiserFails",
        "static class I { static int x = 1 / (int) (System.nanoTime() * 0); } public static void main(String[] a) { System.out.println(I.x); }",
    ),
    (
        "ExitInInitialiser",
        "static class I { static int x; static { System.exit(7); } } public static void main(String[] a) { I.x++; }",
    ),
    (
        "HookFails",
        "public static void main(String[] a) { Runtime.getRuntime().addShutdownHook(new Thread(() -> { throw new Error(); })); throw new Error(); }",
    ),
    (
        "HandlerFails",
        "public static void main(String[] a) { Thread.setDefaultUncaughtExceptionHandler((t, e) -> { throw new Error(e); }); throw new Error(); }",
    ),
    (
        "Proxies",
        "public static void main(String[] a) { Runnable r = (Runnable) java.lang.reflect.Proxy.newProxyInstance(null, new Class<?>[] { Runnable.class }, (p, m, x) -> { throw new Exception(\"checked\"); }); r.run(); }",
    ),
];

/// The source of a class with this body.
pub fn source(name: &str, body: &str) -> String {
    format!("public class {name} {{ static void T(Runnable r) {{ new Thread(r).start(); }} {body} }}\n")
}
