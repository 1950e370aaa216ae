import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Conditions of a ReentrantLock: await, signal, signalAll, time limits, interrupts, wait sets, errors. */
public class LockConditions {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition C = LOCK.newCondition();

    static void waiting(int n) throws InterruptedException {
        for (boolean reached = false; !reached; Thread.sleep(1)) {
            LOCK.lock();
            reached = LOCK.getWaitQueueLength(C) == n;
            LOCK.unlock();
        }
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        attempt("signal by a non-owner", C::signal);
        attempt("signalAll by a non-owner", C::signalAll);
        attempt("await by a non-owner", C::awaitUninterruptibly);
        attempt("queue length by a non-owner", () -> LOCK.getWaitQueueLength(C));
        attempt("foreign condition", () -> LOCK.hasWaiters(new ReentrantLock().newCondition()));
        StringBuilder order = new StringBuilder();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                LOCK.lock();
                LOCK.lock();
                C.awaitUninterruptibly();
                order.append(id).append(" holds ").append(LOCK.getHoldCount()).append("; ");
                LOCK.unlock();
                LOCK.unlock();
            });
            ts[i].start();
            waiting(i + 1);
        }
        LOCK.lock();
        C.signal();
        System.out.println("signalled one, has waiters " + LOCK.hasWaiters(C) + " " + LOCK.getWaitQueueLength(C));
        C.signalAll();
        System.out.println("signalled all, has waiters " + LOCK.hasWaiters(C) + ", queued " + LOCK.getQueueLength());
        LOCK.unlock();
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("first in, first out: " + order);

        LOCK.lock();
        System.out.println("await(1 ms) " + C.await(1, TimeUnit.MILLISECONDS));
        System.out.println("awaitNanos used up " + (C.awaitNanos(1_000) <= 0));
        System.out.println("awaitUntil a past date " + C.awaitUntil(new Date(0)));
        Thread.currentThread().interrupt();
        try {
            C.await();
        } catch (InterruptedException e) {
            System.out.println("await interrupted, mine " + LOCK.isHeldByCurrentThread());
        }
        LOCK.unlock();
        Thread[] two = new Thread[2];
        two[0] = new Thread(() -> {
            LOCK.lock();
            try {
                System.out.println("signalled in time " + C.await(1, TimeUnit.DAYS));
            } catch (InterruptedException e) {
                System.out.println("must not happen");
            }
            LOCK.unlock();
        });
        two[1] = new Thread(() -> {
            LOCK.lock();
            C.awaitUninterruptibly();
            System.out.println("uninterruptible, flag " + Thread.currentThread().isInterrupted());
            LOCK.unlock();
        });
        two[0].start();
        waiting(1);
        two[1].start();
        waiting(2);
        two[1].interrupt();
        LOCK.lock();
        C.signal();
        C.signal();
        LOCK.unlock();
        two[0].join();
        two[1].join();
    }
}
