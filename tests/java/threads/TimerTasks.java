import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** java.util.Timer: order by time, repetition, cancelling tasks and timers, and the errors. */
public class TimerTasks {
    static TimerTask task(Runnable r) {
        return new TimerTask() {
            @Override
            public void run() {
                r.run();
            }
        };
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (IllegalStateException | IllegalArgumentException e) {
            System.out.println(what + ": " + e);
        }
    }

    static void await(CountDownLatch l) {
        try {
            l.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("timer");
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        timer.schedule(task(() -> await(gate)), 0);
        // All have absolute times and are queued while the timer's only thread is held: time decides, not arrival.
        long base = System.currentTimeMillis();
        timer.schedule(task(() -> System.out.println("third")), new Date(base + 30));
        timer.schedule(task(() -> System.out.println("first")), new Date(base + 10));
        timer.schedule(task(last::countDown), new Date(base + 40));
        timer.schedule(task(() -> System.out.println("second")), new Date(base + 20));
        TimerTask cancelled = task(() -> System.out.println("a cancelled task must not run"));
        timer.schedule(cancelled, new Date(base + 15));
        System.out.println("cancel " + cancelled.cancel() + ", again " + cancelled.cancel());
        System.out.println("purged " + timer.purge());
        gate.countDown();
        await(last);

        CountDownLatch repeated = new CountDownLatch(4);
        TimerTask periodic = new TimerTask() {
            @Override
            public void run() {
                System.out.println("tick, left " + (repeated.getCount() - 1));
                repeated.countDown();
                if (repeated.getCount() == 0) {
                    System.out.println("cancels itself " + cancel());
                }
            }
        };
        timer.schedule(periodic, 1, 2);
        await(repeated);
        CountDownLatch rate = new CountDownLatch(3);
        TimerTask atRate = task(rate::countDown);
        timer.scheduleAtFixedRate(atRate, 1, 1);
        await(rate);
        System.out.println("fixed rate done, cancel " + atRate.cancel());

        attempt("negative delay", () -> timer.schedule(task(() -> { }), -1));
        attempt("zero period", () -> timer.schedule(task(() -> { }), 1, 0));
        attempt("used task", () -> timer.schedule(atRate, 1));
        System.out.println("cancel before scheduling " + task(() -> { }).cancel());
        timer.schedule(task(() -> System.out.println("must not run after cancel")), 100_000);
        timer.cancel();
        timer.cancel();
        attempt("after cancel", () -> timer.schedule(task(() -> { }), 1));
        Timer daemon = new Timer(true);
        daemon.schedule(task(() -> System.out.println("must not run")), 1_000_000);
        System.out.println("main ends, a daemon timer does not keep the program");
    }
}
