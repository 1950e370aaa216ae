/** wait, notify and notifyAll by a thread that does not own the monitor fail, with a message. */
public class MonitorErrors {
    interface Call {
        void run() throws Exception;
    }

    static void attempt(String what, Call c) {
        try {
            c.run();
            System.out.println(what + ": fine");
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        attempt("wait without monitor", lock::wait);
        attempt("timed wait without monitor", () -> lock.wait(1));
        attempt("wait with nanos without monitor", () -> lock.wait(1, 1));
        attempt("notify without monitor", lock::notify);
        attempt("notifyAll without monitor", lock::notifyAll);
        synchronized (lock) {
            attempt("notify as owner", lock::notify);
            attempt("notifyAll as owner", lock::notifyAll);
            attempt("timed wait as owner", () -> lock.wait(1));
            attempt("notify on another object", new Object()::notify);
        }
        attempt("notify after the block", lock::notify);
        Thread other = new Thread(() -> {
            attempt("other thread, wait", lock::wait);
            attempt("other thread, notify", lock::notify);
            attempt("other thread, notifyAll", lock::notifyAll);
        });
        synchronized (lock) {
            // The other thread fails although somebody, not it, owns the monitor.
            other.start();
            other.join();
        }
        // The flag is checked after ownership: the interrupt stays pending.
        Thread.currentThread().interrupt();
        attempt("interrupted, no owner", lock::wait);
        System.out.println("flag " + Thread.interrupted());
        Class<?> c = MonitorErrors.class;
        attempt("class object", c::notify);
        synchronized (MonitorErrors.class) {
            attempt("class object as owner", c::notify);
        }
        attempt("array", new int[0]::notifyAll);
        attempt("string", "literal"::notify);
        attempt("inside a synchronized method", new MonitorErrors()::own);
        attempt("inside a plain method", new MonitorErrors()::notOwn);
    }

    synchronized void own() {
        notifyAll();
    }

    void notOwn() {
        notifyAll();
    }
}
