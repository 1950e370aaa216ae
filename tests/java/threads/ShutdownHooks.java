import java.util.concurrent.CountDownLatch;

/** Shutdown hooks start when the last user thread ends; adding and removing them, and the errors. */
public class ShutdownHooks {
    interface Call {
        Object run();
    }

    static void attempt(String what, Call c) {
        try {
            System.out.println(what + ": " + c.run());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    static Object add(Thread t) {
        Runtime.getRuntime().addShutdownHook(t);
        return "added";
    }

    public static void main(String[] args) throws Exception {
        Runtime runtime = Runtime.getRuntime();
        CountDownLatch firstDone = new CountDownLatch(1);
        Thread first = new Thread(() -> {
            System.out.println("first hook, name " + Thread.currentThread().getName());
            attempt("add during shutdown", () -> add(new Thread(() -> { })));
            attempt("remove during shutdown", () -> runtime.removeShutdownHook(Thread.currentThread()));
            Thread child = new Thread(() -> System.out.println("a hook may start a thread"));
            child.start();
            try {
                child.join();
            } catch (InterruptedException e) {
                return;
            }
            firstDone.countDown();
        }, "hook-1");
        // Hooks run at the same time in no fixed order: this one waits for the first.
        Thread second = new Thread(() -> {
            try {
                firstDone.await();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("second hook");
        }, "hook-2");
        Thread removed = new Thread(() -> System.out.println("a removed hook must not run"));
        attempt("first", () -> add(first));
        attempt("second", () -> add(second));
        attempt("third", () -> add(removed));
        attempt("same again", () -> add(first));
        attempt("remove", () -> runtime.removeShutdownHook(removed));
        attempt("remove again", () -> runtime.removeShutdownHook(removed));
        attempt("remove an unknown one", () -> runtime.removeShutdownHook(new Thread()));
        attempt("add null", () -> {
            try {
                return add(null);
            } catch (NullPointerException e) {
                return "NullPointerException";
            }
        });
        Thread main = Thread.currentThread();
        Thread running = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("last user thread ends");
        });
        attempt("a running thread", () -> {
            running.start();
            return add(running);
        });
        System.out.println("hooks are " + first.getState() + " " + second.getState());
        System.out.println("main ends");
    }
}
