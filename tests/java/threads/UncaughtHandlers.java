/** Who gets an uncaught exception: the thread's own handler, else its group, else the default handler. */
public class UncaughtHandlers {
    static void fail(String name, Thread t) throws InterruptedException {
        t.start();
        t.join();
        System.out.println(name + " is over: " + t.getState() + ", handler now " + t.getUncaughtExceptionHandler());
    }

    static Runnable throwing(String message) {
        return () -> {
            throw new IllegalStateException(message);
        };
    }

    public static void main(String[] args) throws Exception {
        System.out.println("no default at first: " + Thread.getDefaultUncaughtExceptionHandler());
        Thread plain = new Thread(throwing("one"), "plain");
        System.out.println("the group is the handler: "
                + (plain.getUncaughtExceptionHandler() == plain.getThreadGroup()));
        Thread.setDefaultUncaughtExceptionHandler((t, e) ->
                System.out.println("default got " + e.getMessage() + " from " + t.getName()
                        + ", in that thread: " + (Thread.currentThread() == t)));
        fail("plain", plain);

        Thread own = new Thread(throwing("two"), "own");
        own.setUncaughtExceptionHandler((t, e) -> {
            System.out.println("own handler got " + e.getMessage() + ", alive " + t.isAlive());
        });
        fail("own", own);

        ThreadGroup group = new ThreadGroup("group") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println("group got " + e.getMessage() + " from " + t.getName());
            }
        };
        fail("grouped", new Thread(group, throwing("three"), "grouped"));
        ThreadGroup inner = new ThreadGroup(group, "inner");
        fail("inner", new Thread(inner, throwing("four"), "inner thread"));

        Thread error = new Thread(() -> {
            throw new AssertionError("an Error too");
        }, "error");
        fail("error", error);

        Thread overflow = new Thread(() -> recurse(0), "overflow");
        overflow.setUncaughtExceptionHandler((t, e) -> System.out.println("caught " + e.getClass().getName()));
        fail("overflow", overflow);

        // An exception that the handler throws is dropped, the thread just ends.
        Thread bad = new Thread(throwing("five"), "bad");
        bad.setUncaughtExceptionHandler((t, e) -> {
            System.out.println("bad handler throws");
            throw new RuntimeException("from the handler");
        });
        fail("bad", bad);

        Thread reset = new Thread(throwing("six"), "reset");
        reset.setUncaughtExceptionHandler((t, e) -> System.out.println("never used"));
        reset.setUncaughtExceptionHandler(null);
        fail("reset", reset);
        new Thread(() -> { }).getUncaughtExceptionHandler().uncaughtException(
                Thread.currentThread(), new RuntimeException("called by hand"));
        System.out.println("main goes on");
    }

    static int recurse(int n) {
        return recurse(n + 1) + 1;
    }
}
