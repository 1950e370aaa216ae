import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** TimeUnit: conversions with rounding and saturation, sleep, timedJoin, timedWait; clocks that never go back. */
public class TimeUnits {
    public static void main(String[] args) throws Exception {
        for (TimeUnit u : TimeUnit.values()) {
            System.out.println(u + " " + u.toNanos(3) + " " + u.toMillis(3) + " " + u.toSeconds(3) + " "
                    + u.convert(1, TimeUnit.DAYS) + " " + u.toChronoUnit());
        }
        System.out.println("truncates " + TimeUnit.MILLISECONDS.toSeconds(1999) + " "
                + TimeUnit.NANOSECONDS.toMillis(-1_500_000));
        System.out.println("saturates " + (TimeUnit.DAYS.toNanos(Long.MAX_VALUE) == Long.MAX_VALUE) + " "
                + (TimeUnit.HOURS.toNanos(Long.MIN_VALUE) == Long.MIN_VALUE));
        System.out.println("duration " + TimeUnit.SECONDS.convert(Duration.ofMinutes(2)) + " "
                + TimeUnit.of(ChronoUnit.MICROS));
        try {
            TimeUnit.of(ChronoUnit.CENTURIES);
        } catch (IllegalArgumentException e) {
            System.out.println("no unit for centuries");
        }
        long before = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(15);
        System.out.println("slept long enough " + (System.nanoTime() - before >= 15_000_000));
        TimeUnit.SECONDS.sleep(0);
        TimeUnit.SECONDS.sleep(-1);
        System.out.println("zero and negative sleeps return");
        CountDownLatch gate = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return;
            }
        });
        t.start();
        TimeUnit.MILLISECONDS.timedJoin(t, 1);
        System.out.println("timedJoin gave up, alive " + t.isAlive());
        gate.countDown();
        TimeUnit.DAYS.timedJoin(t, 1);
        System.out.println("timedJoin done, alive " + t.isAlive());
        Object lock = new Object();
        synchronized (lock) {
            TimeUnit.MILLISECONDS.timedWait(lock, 1);
            TimeUnit.MILLISECONDS.timedWait(lock, 0);
            System.out.println("timedWait returned, owner " + Thread.holdsLock(lock));
        }
        long last = System.nanoTime();
        boolean forward = true;
        for (int i = 0; i < 1000; i++) {
            long now = System.nanoTime();
            forward &= now - last >= 0;
            last = now;
        }
        System.out.println("nanoTime never goes back " + forward);
        long millis = System.currentTimeMillis();
        Thread.sleep(5);
        System.out.println("currentTimeMillis moves " + (System.currentTimeMillis() - millis >= 4));
    }
}
