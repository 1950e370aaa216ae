import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A class is initialised once, by one thread; others wait for it; the initialising thread may use it meanwhile. */
public class ClassInitialisation {
    static final AtomicInteger RUNS = new AtomicInteger();
    static final CountDownLatch BEGUN = new CountDownLatch(1);
    static final CountDownLatch GO_ON = new CountDownLatch(1);

    static class Slow {
        static final int VALUE;
        static int plain = 1;

        static {
            RUNS.incrementAndGet();
            BEGUN.countDown();
            try {
                GO_ON.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            plain = 2;
            VALUE = 42;
        }
    }

    static class Recursive {
        static final Recursive ONE = new Recursive();
        static int count = 10;
        final int seen;

        Recursive() {
            seen = count;
        }
    }

    static class Parent {
        static {
            System.out.println("Parent initialised");
        }
    }

    static class Child extends Parent implements Unused {
        static final int CONSTANT = 5;
        static int variable = 6;

        static {
            System.out.println("Child initialised");
        }
    }

    interface Unused {
        Object MARK = print("Unused initialised");
    }

    static Object print(String s) {
        System.out.println(s);
        return s;
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> seen[id] = Slow.VALUE + Slow.plain);
            ts[i].start();
        }
        BEGUN.await();
        System.out.println("initialiser is running, runs " + RUNS);
        GO_ON.countDown();
        for (int i = 0; i < ts.length; i++) {
            ts[i].join();
            System.out.println("thread " + i + " saw " + seen[i]);
        }
        System.out.println("runs " + RUNS);
        System.out.println("recursive use sees the default: " + Recursive.ONE.seen + ", later " + Recursive.count);
        System.out.println("a constant needs no initialisation: " + Child.CONSTANT);
        Child[] array = new Child[2];
        System.out.println("nor does an array: " + array.length);
        System.out.println("nor a class literal: " + Child.class.getSimpleName());
        System.out.println("a static field does: " + Child.variable);
        System.out.println("the interface only when used: " + Child.MARK);
    }
}
