// Own exception classes, checked and unchecked; generic throws; exceptions out of lambdas, iterators and constructors.
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.function.Function;

public class CustomExceptions {
    static class AppException extends Exception {
        private final int code;
        AppException(String m, int code) { super(m); this.code = code; }
        int code() { return code; }
    }
    static class NotFound extends AppException { NotFound(String what) { super(what + " not found", 404); } }
    static class Fatal extends Error { Fatal() { super("fatal"); } }
    static class Lazy extends RuntimeException { @Override public String getMessage() { return "computed " + (1 + 1); } @Override public synchronized Throwable fillInStackTrace() { return this; } }

    static int find(String k) throws AppException {
        if (k.isEmpty()) throw new AppException("empty", 400);
        if (k.equals("x")) throw new NotFound(k);
        if (k.equals("fatal")) throw new Fatal();
        return k.length();
    }

    static String handle(String k) {
        try {
            return "ok " + find(k);
        } catch (NotFound e) {
            return "nf " + e.getMessage() + e.code();
        } catch (AppException e) {
            return "app " + e.getMessage() + e.code();
        } catch (Error e) {
            return "error " + e.getMessage();
        }
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneaky(Throwable t) throws T { throw (T) t; }

    interface Thrower<T, E extends Exception> { T get() throws E; }
    static <T, E extends Exception> T call(Thrower<T, E> t) throws E { return t.get(); }
    static <A, B> Function<A, B> wrap(Function<A, B> f) { return a -> { try { return f.apply(a); } catch (RuntimeException e) { throw new IllegalStateException("wrapped " + a, e); } }; }

    static class Countdown implements Iterable<Integer> {
        final int from;
        Countdown(int from) { if (from < 0) throw new IllegalArgumentException("negative: " + from); this.from = from; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int n = from;
                public boolean hasNext() { return n > 0; }
                public Integer next() { if (n <= 0) throw new NoSuchElementException("exhausted at " + n); return n--; }
            };
        }
    }

    static Object partial;
    static class Leaky { final int v; Leaky() { partial = this; v = Integer.parseInt("bad"); } }

    public static void main(String[] args) throws Exception {
        for (String k : List.of("abc", "", "x", "fatal")) System.out.println(handle(k));
        try {
            CustomExceptions.<RuntimeException>sneaky(new java.io.IOException("sneaked"));
        } catch (Exception e) {
            System.out.println(e + " " + (e instanceof RuntimeException));
        }
        System.out.println(call(() -> "plain"));
        try {
            call(() -> { throw new NotFound("lambda"); });
        } catch (NotFound e) {
            System.out.println(e.getMessage());
        }
        try {
            wrap((Integer i) -> 10 / i).apply(0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        for (int i : new Countdown(3)) System.out.print(i + " ");
        System.out.println();
        try { new Countdown(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { new Countdown(0).iterator().next(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { new Countdown(1).iterator().remove(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        try { new Leaky(); } catch (NumberFormatException e) { System.out.println(((Leaky) partial).v + " " + e.getMessage()); }
        try { throw new Lazy(); } catch (Lazy e) { System.out.println(e + " " + e.getStackTrace().length); }
        Callable<Integer> c = () -> find("y");
        System.out.println(c.call());
        Throwable t = new AppException("a", 1);
        System.out.println(t.getLocalizedMessage() + " " + t.getCause() + " " + t.getSuppressed().length + " " + t.toString());
        Exception chained = new Exception("top");
        chained.initCause(new NotFound("deep"));
        Throwable root = chained;
        while (root.getCause() != null) root = root.getCause();
        System.out.println(root.getMessage() + " " + new Exception(root).getMessage());
        try {
            try { throw new AppException("inner", 2); } finally { System.out.println("unwinding"); }
        } catch (AppException e) { System.out.println(e.code()); }
    }
}
