// printStackTrace: causes, suppressed exceptions, common frames, circles, and what can be asked of a trace.
import java.io.PrintWriter;
import java.io.StringWriter;

public class StackTraces {
    static class Custom extends Exception {
        final int code;
        Custom(String m, int code, Throwable cause) { super(m, cause); this.code = code; }
        @Override public String toString() { return "Custom" + code + "{" + getMessage() + "}"; }
    }
    static class NoTrace extends RuntimeException {
        NoTrace() { super("no trace", null, false, false); }
    }
    static class Localized extends RuntimeException {
        @Override public String getLocalizedMessage() { return "localized"; }
    }

    static void a(int k) throws Custom {
        try {
            b(k);
        } catch (RuntimeException e) {
            throw new Custom("wrapped", k, e);
        }
    }

    static void b(int k) {
        if (k > 1)
            b(k - 1);
        else
            throw new IllegalArgumentException(
                "bottom " +
                    k);
    }

    static Throwable caught(int k) {
        try {
            a(k);
            return null;
        } catch (Custom e) {
            return e;
        }
    }

    static void print(Throwable t) {
        StringWriter w = new StringWriter();
        t.printStackTrace(new PrintWriter(w));
        System.out.print(w);
    }

    StackTraces(int x) {
        Object o = new Object() {
            @Override public String toString() {
                class Inner { String fail() { throw new UnsupportedOperationException("inner"); } }
                return new Inner().fail();
            }
        };
        o.toString();
    }

    public static void main(String[] args) {
        print(caught(3));
        Throwable t = new RuntimeException("outer", new RuntimeException("middle", caught(1)));
        print(t);
        RuntimeException s = new RuntimeException("main");
        s.addSuppressed(new IllegalStateException("sup1", new Error("sup cause")));
        s.addSuppressed(caught(1));
        print(s);
        RuntimeException c1 = new RuntimeException("c1"), c2 = new RuntimeException("c2", c1);
        c1.initCause(c2);
        print(c1);
        print(new NoTrace());
        print(new Localized());
        System.out.println(new Localized() + " " + new RuntimeException() + " " + new RuntimeException((String) null) + " " + new RuntimeException(new Error("e")).getMessage());
        try {
            new StackTraces(1);
        } catch (UnsupportedOperationException e) {
            print(e);
        }
        try {
            Runnable r = () -> { throw new RuntimeException("in lambda"); };
            r.run();
        } catch (RuntimeException e) {
            print(e);
        }
        StackTraceElement[] trace = caught(2).getCause().getStackTrace();
        for (StackTraceElement e : trace) System.out.println(e.getClassName() + " " + e.getMethodName() + " " + e.getLineNumber() + " " + e.getFileName() + " " + e.isNativeMethod() + " " + e.getModuleName());
        System.out.println(trace[0].equals(caught(2).getCause().getStackTrace()[0]) + " " + trace.length);
        Throwable re = caught(1);
        re.setStackTrace(new StackTraceElement[] {new StackTraceElement("Made", "up", "Made.java", 7), new StackTraceElement("Nat", "ive", null, -2), new StackTraceElement("Un", "known", null, -1), new StackTraceElement("No", "line", "No.java", -1)});
        print(re);
        re.fillInStackTrace();
        System.out.println(re.getStackTrace()[0].getMethodName());
        RuntimeException e0 = new RuntimeException("self");
        try { e0.addSuppressed(e0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { e0.addSuppressed(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { e0.initCause(e0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { e0.initCause(null); e0.initCause(new Error()); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        StackTraceElement here = Thread.currentThread().getStackTrace()[1];
        System.out.println(here + " " + new Throwable().getStackTrace().length);
        try { "x".substring(5); } catch (RuntimeException e) { print(e); }
        try { java.util.List.of(3, 1).forEach(x -> { if (x == 1) throw new IllegalStateException("x" + x); }); } catch (RuntimeException e) { print(e); }
        try { java.util.Arrays.asList(2, 1).sort((p, q) -> { throw new IllegalStateException("compare"); }); } catch (RuntimeException e) { print(e); }
    }
}
