// Uncaught exceptions with texts of several lines, no text, and non-ASCII text, one after the other on threads.
//@ exit: 1
public class UncaughtLong {
    static class Nameless extends RuntimeException {}
    static class Deep { static class Er extends Error { Er(String m) { super(m); } } }

    static void on(String name, Runnable r) throws InterruptedException {
        Thread t = new Thread(r, name);
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        on("t-multi", () -> { throw new IllegalStateException("first line\nsecond line\n\tat Fake.frame(Fake.java:1)"); });
        on("t-none", () -> { throw new Nameless(); });
        on("tür", () -> { throw new Deep.Er("größer als €"); });
        on("t-null", () -> { throw new RuntimeException((String) null); });
        on("t-empty", () -> { throw new RuntimeException(""); });
        Object[] grid = new Integer[1][];
        grid[0] = new String[0];
    }
}
