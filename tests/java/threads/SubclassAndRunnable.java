import java.util.ArrayList;
import java.util.List;

/** The ways to give a thread its work: a subclass, a Runnable, a lambda, a method reference, an anonymous class. */
public class SubclassAndRunnable {
    static final List<String> LOG = new ArrayList<>();

    static synchronized void log(String s) {
        LOG.add(s);
    }

    static class Counter extends Thread {
        private final int limit;
        int sum;

        Counter(int limit) {
            super("counter-" + limit);
            this.limit = limit;
        }

        @Override
        public void run() {
            for (int i = 1; i <= limit; i++) {
                sum += i;
            }
            log(getName() + " is current: " + (Thread.currentThread() == this));
        }
    }

    static class Task implements Runnable {
        @Override
        public void run() {
            log("Task in " + Thread.currentThread().getName());
        }
    }

    static void method() {
        log("method reference in " + Thread.currentThread().getName());
    }

    static void runOne(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        Counter a = new Counter(10);
        Counter b = new Counter(100);
        runOne(a);
        runOne(b);
        System.out.println("sums " + a.sum + " " + b.sum);
        runOne(new Thread(new Task(), "t1"));
        runOne(new Thread(() -> log("lambda in " + Thread.currentThread().getName()), "t2"));
        runOne(new Thread(SubclassAndRunnable::method, "t3"));
        runOne(new Thread("t4") {
            @Override
            public void run() {
                log("anonymous class in " + getName());
            }
        });
        // A subclass that overrides run() ignores the Runnable unless it calls super.run().
        runOne(new Thread(new Task(), "t5") {
            @Override
            public void run() {
                log("override first");
                super.run();
            }
        });
        Thread asTask = new Counter(3);
        runOne(new Thread(asTask, "wrapper"));
        System.out.println("a thread used as a task stays " + asTask.getState());
        LOG.forEach(System.out::println);
    }
}
