// try, catch, finally in every nesting: overriding returns, loops, rethrow, order of effects.
public class TryFinally {
    static StringBuilder log = new StringBuilder();
    static int l(String s, int v) { log.append(s); return v; }
    static void flush(String name) { System.out.println(name + ": " + log); log.setLength(0); }

    @SuppressWarnings("finally")
    static int overrides() { try { return l("t", 1); } finally { return l("f", 2); } }
    static int keeps() { int x = 1; try { return x; } finally { x = 99; l("f", x); } }
    static int[] keepsRef() { int[] x = {1}; try { return x; } finally { x[0] = 99; } }
    static long wide() { long v = 1L << 40; try { return v; } finally { v++; } }
    static double wideD(boolean t) { double d = 1.5; try { if (t) throw new RuntimeException(); return d; } catch (RuntimeException e) { return d * 2; } finally { d = 7; l("f", 0); } }

    @SuppressWarnings("finally")
    static int swallows() { try { throw new IllegalStateException("lost"); } finally { return 5; } }

    @SuppressWarnings("finally")
    static int loop() {
        int n = 0;
        while (true) {
            try {
                n++;
                if (n < 3) continue;
                if (n == 5) break;
                l("t" + n, 0);
            } finally {
                l("f" + n, 0);
                if (n == 4) continue;
            }
            l("e" + n, 0);
        }
        return n;
    }

    static int nested(int k) {
        try {
            l("1", 0);
            try {
                l("2", 0);
                if (k == 1) throw new IllegalArgumentException("k1");
                if (k == 2) throw new IllegalStateException("k2");
                if (k == 3) return l("r", 3);
            } catch (IllegalArgumentException e) {
                l("c" + e.getMessage(), 0);
                if (k == 1) throw new RuntimeException("from catch", e);
            } finally {
                l("F", 0);
            }
            l("3", 0);
        } catch (IllegalStateException e) {
            l("S" + e.getMessage(), 0);
            return -2;
        } catch (RuntimeException e) {
            l("R" + e.getMessage() + e.getCause().getMessage(), 0);
            return -1;
        } finally {
            l("G", 0);
        }
        return l("end", 0);
    }

    static String replaced() {
        try {
            try {
                throw new RuntimeException("first");
            } finally {
                Object o = null;
                o.hashCode();
            }
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " " + e.getSuppressed().length;
        }
    }

    static void multi(int k) throws Exception {
        try {
            switch (k) {
                case 0: throw new java.io.IOException("io");
                case 1: throw new ArithmeticException("ar");
                case 2: throw new Exception("ex");
                case 3: throw new Error("er");
                default: l("none", 0);
            }
        } catch (java.io.IOException | ArithmeticException e) {
            l("multi " + e.getMessage(), 0);
        } catch (final Exception e) {
            l("rethrow ", 0);
            throw e;
        } finally {
            l(";", 0);
        }
    }

    static int depth(int n) {
        try {
            if (n == 0) throw new RuntimeException("bottom");
            return depth(n - 1) + 1;
        } finally {
            l("" + n, 0);
        }
    }

    static boolean cond(boolean a) { try { return a && l("x", 1) == 1; } finally { l(a ? "T" : "F", 0); } }

    public static void main(String[] args) {
        System.out.println(overrides()); flush("overrides");
        System.out.println(keeps() + " " + keepsRef()[0] + " " + wide() + " " + wideD(true) + " " + wideD(false)); flush("keeps");
        System.out.println(swallows());
        System.out.println(loop()); flush("loop");
        for (int k = 0; k < 4; k++) { System.out.println(nested(k)); flush("nested " + k); }
        System.out.println(replaced());
        for (int k = 0; k < 5; k++) {
            try { multi(k); } catch (Throwable t) { l(t.toString(), 0); }
            flush("multi " + k);
        }
        try { depth(5); } catch (RuntimeException e) { flush("depth " + e.getMessage()); }
        System.out.println(cond(true) + " " + cond(false)); flush("cond");
        label: try { if (log.length() == 0) break label; l("no", 0); } finally { flush("label"); }
        int x = 0;
        try { x = 1 / (x - x); } catch (ArithmeticException e) { x = -1; } finally { x *= 10; }
        System.out.println(x);
        for (int i = 0; i < 3; i++) { try { if (i == 1) continue; l("b" + i, 0); } finally { l("f" + i, 0); } }
        flush("for");
        synchronized (log) { try { throw new Error("in sync"); } catch (Error e) { l(e.getMessage(), 0); } }
        flush("sync");
    }
}
