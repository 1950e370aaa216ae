// Time passes while threads compute: who sleeps or waits for a time goes on although others never wait.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class TimeAndSpinning {
    static volatile boolean done;

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        new Thread(() -> { sleep(10); done = true; }).start();
        while (!done) Thread.onSpinWait();
        System.out.println("onSpinWait");

        Thread sleeper = new Thread(() -> sleep(10));
        sleeper.start();
        while (sleeper.isAlive()) Thread.yield();
        System.out.println("yield");

        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        Future<String> later = pool.schedule(() -> "scheduled", 20, TimeUnit.MILLISECONDS);
        long n = 0;
        while (!later.isDone()) n++;
        System.out.println(later.get() + " " + (n > 0));
        pool.shutdown();

        CompletableFuture<String> future = CompletableFuture.supplyAsync(() -> { sleep(10); return "future"; });
        while (!future.isDone()) ;
        System.out.println(future.get());

        // The other way round: the main thread waits for a time, another one spins until it is told.
        done = false;
        Thread spinner = new Thread(() -> { while (!done) ; });
        spinner.start();
        Thread.sleep(5);
        System.out.println("slept beside " + spinner.getState());
        System.out.println("await " + new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS));
        LockSupport.parkNanos(1_000_000);
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(5);
        }
        spinner.join(5);
        System.out.println("joined " + !spinner.isAlive());
        done = true;
        spinner.join();

        // Sleepers of the same time, and in the order of their times, while somebody spins.
        StringBuffer order = new StringBuffer();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> { sleep(40 - 10 * number); order.append(number); });
            threads[i].start();
        }
        for (Thread thread : threads) while (thread.isAlive()) Thread.onSpinWait();
        System.out.println(order);
    }
}
