// Uncaught exceptions of other threads: default text, own handlers; the program still ends with 0.
public class UncaughtHandlers {
    static class Quiet extends RuntimeException { Quiet(String m) { super(m, null, false, false); } }

    static void in(Thread t) throws InterruptedException { t.start(); t.join(); }

    public static void main(String[] args) throws Exception {
        in(new Thread(() -> { throw new IllegalStateException("first"); }, "worker-a"));
        Thread b = new Thread(() -> { throw new Quiet("second"); }, "worker-b");
        b.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " own handler: " + e.getMessage()));
        in(b);
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " default handler: " + e));
        in(new Thread(() -> { int[] a = {}; a[0]++; }, "worker-c"));
        Thread d = new Thread(() -> { throw new Error("handled by d"); }, "worker-d");
        d.setUncaughtExceptionHandler((t, e) -> { throw new RuntimeException("a handler that throws is ignored"); });
        in(d);
        Thread.setDefaultUncaughtExceptionHandler(null);
        in(new Thread(() -> { throw new Quiet("no trace"); }, "worker-e"));
        System.out.println("main goes on " + b.isAlive() + " " + b.getState());
    }
}
