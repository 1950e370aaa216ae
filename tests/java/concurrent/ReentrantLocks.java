import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** ReentrantLock: hold counts, tryLock, queries, errors of a non-owner, text form. */
public class ReentrantLocks {
    static String text(ReentrantLock l) {
        return l.toString().replaceAll("@[0-9a-f]+", "@ID");
    }

    static void inThread(Runnable r) throws InterruptedException {
        Thread t = new Thread(r, "other");
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        System.out.println(text(lock) + " fair=" + lock.isFair());
        lock.lock();
        lock.lock();
        System.out.println("tryLock by the owner " + lock.tryLock() + " holds " + lock.getHoldCount());
        System.out.println(text(lock) + " locked=" + lock.isLocked() + " mine=" + lock.isHeldByCurrentThread());
        inThread(() -> {
            System.out.println("other: tryLock " + lock.tryLock() + " locked=" + lock.isLocked()
                    + " mine=" + lock.isHeldByCurrentThread() + " holds=" + lock.getHoldCount());
            try {
                System.out.println("other: timed tryLock " + lock.tryLock(1, TimeUnit.MILLISECONDS));
                System.out.println("other: tryLock with no patience " + lock.tryLock(0, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
            try {
                lock.unlock();
            } catch (IllegalMonitorStateException e) {
                System.out.println("other: unlock " + e);
            }
        });
        lock.unlock();
        lock.unlock();
        System.out.println("one hold left " + lock.getHoldCount() + " " + lock.isLocked());
        lock.unlock();
        System.out.println(text(lock));
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("unlock of a free lock: " + e);
        }
        inThread(() -> {
            System.out.println("free now: tryLock " + lock.tryLock() + " " + text(lock));
            lock.unlock();
        });

        Thread.currentThread().interrupt();
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            System.out.println("lockInterruptibly: " + e.getMessage() + " flag " + Thread.interrupted());
        }
        Thread.currentThread().interrupt();
        lock.lock();
        System.out.println("lock() ignores the flag and keeps it: " + Thread.interrupted());
        Thread waiting = new Thread(() -> {
            lock.lock();
            System.out.println("waiting got it, queued now " + lock.hasQueuedThreads());
            lock.unlock();
        }, "waiting");
        waiting.start();
        while (!lock.hasQueuedThread(waiting)) {
            Thread.sleep(1);
        }
        System.out.println("queue length " + lock.getQueueLength() + " " + lock.hasQueuedThreads());
        lock.unlock();
        waiting.join();
        System.out.println(text(new ReentrantLock(true)) + " fair=" + new ReentrantLock(true).isFair());

        int[] counter = new int[1];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 200; k++) {
                    lock.lock();
                    try {
                        counter[0]++;
                    } finally {
                        lock.unlock();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("counter " + counter[0]);
    }
}
