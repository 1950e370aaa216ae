import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Semaphore: permits taken, tried, drained, released beyond the start value; never more holders than permits. */
public class Semaphores {
    static String text(Semaphore s) {
        return s.toString().replaceAll("@[0-9a-f]+", "@ID");
    }

    static class Shrinking extends Semaphore {
        Shrinking(int n) {
            super(n);
        }

        void shrink(int by) {
            reducePermits(by);
        }
    }

    public static void main(String[] args) throws Exception {
        Semaphore s = new Semaphore(3);
        System.out.println(text(s) + " fair=" + s.isFair());
        s.acquire();
        s.acquire(2);
        System.out.println("left " + s.availablePermits() + ", try " + s.tryAcquire() + ", try 0 " + s.tryAcquire(0));
        System.out.println("timed try " + s.tryAcquire(1, TimeUnit.MILLISECONDS));
        s.release();
        System.out.println("try 2 of 1 " + s.tryAcquire(2) + ", try 1 " + s.tryAcquire(1, 1, TimeUnit.DAYS));
        s.release(5);
        System.out.println("released beyond the start " + s.availablePermits());
        System.out.println("drained " + s.drainPermits() + " left " + s.availablePermits());
        Semaphore debt = new Semaphore(-1);
        debt.release();
        System.out.println("from -1: " + debt.availablePermits() + " try " + debt.tryAcquire());
        debt.release();
        System.out.println("then: " + debt.tryAcquire());
        Shrinking shrinking = new Shrinking(2);
        shrinking.shrink(3);
        System.out.println("reduced " + shrinking.availablePermits() + " drained " + shrinking.drainPermits());
        for (Runnable bad : new Runnable[] {() -> s.tryAcquire(-1), () -> s.release(-1)}) {
            try {
                bad.run();
            } catch (IllegalArgumentException e) {
                System.out.println(e);
            }
        }
        try {
            new Semaphore(Integer.MAX_VALUE).release();
        } catch (Error e) {
            System.out.println(e);
        }

        Thread waiting = new Thread(() -> {
            s.acquireUninterruptibly(2);
            System.out.println("got two, flag " + Thread.currentThread().isInterrupted());
        });
        waiting.start();
        while (!s.hasQueuedThreads()) {
            Thread.sleep(1);
        }
        System.out.println("queued " + s.getQueueLength());
        waiting.interrupt();
        s.release();
        System.out.println("one is not enough, alive " + waiting.isAlive());
        s.release();
        waiting.join();
        Thread.currentThread().interrupt();
        try {
            s.acquire();
        } catch (InterruptedException e) {
            System.out.println("acquire: " + e);
        }

        Semaphore two = new Semaphore(2, true);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Thread[] ts = new Thread[5];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    two.acquireUninterruptibly();
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    inside.decrementAndGet();
                    two.release();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("never more than two: " + (most.get() <= 2) + ", left " + two.availablePermits());
    }
}
