import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Stack traces: of oneself by name, of another live thread not empty, of a new or ended thread empty. */
public class StackTraces {
    static boolean has(StackTraceElement[] trace, String method) {
        for (StackTraceElement e : trace) {
            if (e.getMethodName().equals(method) && e.getClassName().equals("StackTraces")) {
                return true;
            }
        }
        return false;
    }

    static void inner() {
        StackTraceElement[] trace = Thread.currentThread().getStackTrace();
        System.out.println("own: inner " + has(trace, "inner") + ", outer " + has(trace, "outer")
                + ", main " + has(trace, "main") + ", other " + has(trace, "other"));
        System.out.println("bottom " + trace[trace.length - 1].getMethodName());
    }

    static void outer() {
        inner();
    }

    static Throwable failing() {
        return new IllegalStateException("made here");
    }

    public static void main(String[] args) throws Exception {
        outer();
        CountDownLatch gate = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return;
            }
        }, "waiting");
        System.out.println("new: " + t.getStackTrace().length);
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println("waiting: not empty " + (t.getStackTrace().length > 0));
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        System.out.println("all: me " + all.containsKey(Thread.currentThread()) + ", waiting " + all.containsKey(t));
        gate.countDown();
        t.join();
        System.out.println("ended: " + t.getStackTrace().length);

        StackTraceElement top = failing().getStackTrace()[0];
        System.out.println("exception: " + top.getClassName() + "." + top.getMethodName() + " in " + top.getFileName());
        Throwable[] box = new Throwable[1];
        Thread maker = new Thread(() -> box[0] = failing());
        maker.start();
        maker.join();
        StackTraceElement[] trace = box[0].getStackTrace();
        System.out.println("made in another thread: main " + has(trace, "main")
                + ", bottom " + trace[trace.length - 1].getMethodName());
        box[0].fillInStackTrace();
        System.out.println("filled in again here: main " + has(box[0].getStackTrace(), "main"));
        Throwable suppressed = new RuntimeException("outer", box[0]);
        suppressed.addSuppressed(new Error("quiet"));
        System.out.println(suppressed.getCause().getMessage() + " " + suppressed.getSuppressed()[0].getMessage());
        StackWalker walker = StackWalker.getInstance();
        String first = walker.walk(s -> s.findFirst().map(StackWalker.StackFrame::getMethodName).orElse("none"));
        System.out.println("walker sees " + first);
    }
}
