//@ jdk: 21
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Newer Thread methods: sleep and join with a Duration, threadId, isVirtual. */
public class DurationMethods {
    public static void main(String[] args) throws Exception {
        Thread.sleep(Duration.ofMillis(1));
        Thread.sleep(Duration.ZERO);
        Thread.sleep(Duration.ofSeconds(-5));
        System.out.println("short, zero and negative sleeps return");
        long before = System.nanoTime();
        Thread.sleep(Duration.ofMillis(20));
        System.out.println("slept long enough " + (System.nanoTime() - before >= 20_000_000L));
        CountDownLatch gate = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return;
            }
        });
        try {
            t.join(Duration.ofMillis(1));
        } catch (IllegalThreadStateException e) {
            System.out.println("join of a new thread: " + e.getMessage());
        }
        t.start();
        System.out.println("too early " + t.join(Duration.ofMillis(1)));
        System.out.println("zero " + t.join(Duration.ZERO) + ", negative " + t.join(Duration.ofDays(-1)));
        gate.countDown();
        System.out.println("in time " + t.join(Duration.ofDays(1)));
        System.out.println("ended " + t.join(Duration.ZERO) + ", for ever "
                + t.join(Duration.ofSeconds(Long.MAX_VALUE)));
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(Duration.ofDays(1));
        } catch (InterruptedException e) {
            System.out.println("sleep: " + e.getMessage());
        }
        Thread sleeper = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(Duration.ofDays(1));
                System.out.println("must not sleep so long");
            } catch (InterruptedException e) {
                System.out.println("virtual sleeper interrupted, flag " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.interrupt();
        System.out.println("virtual join " + sleeper.join(Duration.ofDays(1)));
        System.out.println("threadId " + (t.threadId() > 0) + " stable " + (t.threadId() == t.threadId()));
        System.out.println("virtual " + t.isVirtual() + " " + sleeper.isVirtual());
    }
}
