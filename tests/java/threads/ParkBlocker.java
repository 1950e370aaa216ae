import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The blocker object that a parked thread shows to observers. */
public class ParkBlocker {
    static volatile boolean released;

    static void show(String what, Thread t) {
        System.out.println(what + ": " + LockSupport.getBlocker(t));
    }

    static Thread parked(String blocker, long nanos) throws InterruptedException {
        released = false;
        Thread t = new Thread(() -> {
            while (!released) {
                if (nanos == 0) {
                    LockSupport.park(blocker);
                } else {
                    LockSupport.parkNanos(blocker, nanos);
                }
            }
        });
        t.start();
        Thread.State wanted = nanos == 0 ? Thread.State.WAITING : Thread.State.TIMED_WAITING;
        while (t.getState() != wanted || LockSupport.getBlocker(t) == null) {
            Thread.sleep(1);
        }
        return t;
    }

    static void release(Thread t) throws InterruptedException {
        released = true;
        LockSupport.unpark(t);
        t.join();
    }

    public static void main(String[] args) throws Exception {
        show("main not parked", Thread.currentThread());
        Thread t = parked("the reason", 0);
        show("parked", t);
        release(t);
        show("ended", t);
        Thread timed = parked("timed reason", 1_000_000_000_000L);
        show("timed", timed);
        release(timed);
        Object[] seen = new Object[2];
        Thread self = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park("used permit");
            seen[0] = String.valueOf(LockSupport.getBlocker(Thread.currentThread()));
            LockSupport.setCurrentBlocker("set by hand");
            seen[1] = LockSupport.getBlocker(Thread.currentThread());
            LockSupport.setCurrentBlocker(null);
        });
        self.start();
        self.join();
        System.out.println("cleared after park: " + seen[0] + ", " + seen[1]);

        // The library's own locks show their synchronizer as the blocker.
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                return;
            }
        });
        waiter.start();
        Object blocker = LockSupport.getBlocker(waiter);
        for (; blocker == null; blocker = LockSupport.getBlocker(waiter)) {
            Thread.sleep(1);
        }
        System.out.println("a latch's blocker: " + blocker.getClass().getName());
        latch.countDown();
        waiter.join();
        try {
            LockSupport.getBlocker(null);
        } catch (NullPointerException e) {
            System.out.println("getBlocker(null): NullPointerException");
        }
        Thread.currentThread().interrupt();
        LockSupport.park("pending interrupt");
        show("after a park that did not block", Thread.currentThread());
        System.out.println("flag " + Thread.interrupted());
    }
}
