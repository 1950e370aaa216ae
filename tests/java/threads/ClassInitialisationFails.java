import java.util.concurrent.CountDownLatch;

/** A failing static initialiser: the first user gets the cause, everyone later, also waiters, NoClassDefFoundError. */
public class ClassInitialisationFails {
    static final CountDownLatch BEGUN = new CountDownLatch(1);
    static final CountDownLatch GO_ON = new CountDownLatch(1);

    static class Bad {
        static int value;

        static {
            System.out.println("initialiser runs");
            value = Integer.parseInt("no number");
        }
    }

    static class BadLater {
        static int value;

        static {
            BEGUN.countDown();
            try {
                GO_ON.await();
            } catch (InterruptedException e) {
                value = 1;
            }
            value = 1 / (value - value);
        }
    }

    static class ThrowsError {
        static int value;

        static {
            value = 1;
            fail();
        }

        static void fail() {
            throw new AssertionError("errors pass unwrapped");
        }
    }

    static String use(Runnable r) {
        try {
            r.run();
            return "fine";
        } catch (Throwable t) {
            return t + ", cause " + (t.getCause() == null ? null : t.getCause().getClass().getName());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("first: " + use(() -> Bad.value++));
        System.out.println("second: " + use(() -> Bad.value++));
        Thread t = new Thread(() -> System.out.println("other thread: " + use(() -> Bad.value++)));
        t.start();
        t.join();
        System.out.println("new instance: " + use(Bad::new));

        String[] results = new String[3];
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            ts[i] = new Thread(() -> results[id] = use(() -> BadLater.value++));
            ts[i].start();
        }
        BEGUN.await();
        GO_ON.countDown();
        int wrapped = 0;
        int missing = 0;
        for (int i = 0; i < 3; i++) {
            ts[i].join();
            wrapped += results[i].startsWith("java.lang.ExceptionInInitializerError") ? 1 : 0;
            missing += results[i].startsWith("java.lang.NoClassDefFoundError") ? 1 : 0;
        }
        System.out.println("three threads: " + wrapped + " ran it, " + missing + " came too late");
        System.out.println("error: " + use(() -> ThrowsError.value++));
        System.out.println("then: " + use(() -> ThrowsError.value++));
    }
}
