import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Waiting for a ReentrantLock: queue order, interruptible and timed waits, re-entry, cancelled waiters. */
public class LockWaiting {
    static void awaitQueued(ReentrantLock lock, Thread t) throws InterruptedException {
        t.start();
        while (!lock.hasQueuedThread(t)) {
            Thread.sleep(1);
        }
    }

    public static void main(String[] args) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            ReentrantLock lock = new ReentrantLock(fair);
            StringBuilder order = new StringBuilder();
            Thread[] ts = new Thread[5];
            lock.lock();
            for (int i = 0; i < ts.length; i++) {
                int id = i;
                ts[i] = new Thread(() -> {
                    lock.lock();
                    try {
                        order.append(id);
                    } finally {
                        lock.unlock();
                    }
                });
                awaitQueued(lock, ts[i]);
            }
            System.out.println("fair " + fair + ": queued " + lock.getQueueLength());
            lock.unlock();
            for (Thread t : ts) {
                t.join();
            }
            System.out.println("queue order " + order);
        }

        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        StringBuilder log = new StringBuilder();
        Thread interruptible = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                log.append("got it");
            } catch (InterruptedException e) {
                log.append("interrupted, flag ").append(Thread.currentThread().isInterrupted())
                        .append(", mine ").append(lock.isHeldByCurrentThread());
            }
        });
        awaitQueued(lock, interruptible);
        interruptible.interrupt();
        interruptible.join();
        System.out.println(log + ", queue " + lock.getQueueLength());

        Thread timedInterrupted = new Thread(() -> {
            try {
                System.out.println(lock.tryLock(1, TimeUnit.DAYS));
            } catch (InterruptedException e) {
                System.out.println("timed tryLock interrupted");
            }
        });
        awaitQueued(lock, timedInterrupted);
        while (timedInterrupted.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        System.out.println("state " + timedInterrupted.getState());
        timedInterrupted.interrupt();
        timedInterrupted.join();

        Thread timed = new Thread(() -> {
            try {
                boolean got = lock.tryLock(1, TimeUnit.DAYS);
                System.out.println("timed tryLock in time " + got + ", holds " + lock.getHoldCount());
                lock.unlock();
            } catch (InterruptedException e) {
                System.out.println("must not happen");
            }
        });
        Thread uninterruptible = new Thread(() -> {
            lock.lock();
            System.out.println("lock() waited through the interrupt, flag " + Thread.interrupted());
            lock.unlock();
        });
        awaitQueued(lock, timed);
        awaitQueued(lock, uninterruptible);
        uninterruptible.interrupt();
        System.out.println("queue " + lock.getQueueLength() + ", other queued " + lock.hasQueuedThread(timed));
        System.out.println("an owner passes the queue " + lock.tryLock() + " " + lock.tryLock(0, TimeUnit.SECONDS));
        lock.unlock();
        lock.unlock();
        lock.unlock();
        timed.join();
        uninterruptible.join();
        System.out.println("free " + !lock.isLocked() + ", queue " + lock.getQueueLength());
    }
}
