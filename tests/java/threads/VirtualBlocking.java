//@ jdk: 21
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that block: sleep, park, latch, lock, join; their states, and interrupting each. */
public class VirtualBlocking {
    interface Blocking {
        void run() throws Exception;
    }

    static void scenario(String name, Thread.State blockedAs, Blocking body) throws Exception {
        StringBuilder result = new StringBuilder();
        Thread t = Thread.ofVirtual().name(name).start(() -> {
            try {
                body.run();
                result.append("returned");
            } catch (Exception e) {
                result.append(e.getClass().getSimpleName());
            }
            result.append(", flag ").append(Thread.currentThread().isInterrupted());
        });
        while (t.getState() != blockedAs) {
            Thread.sleep(1);
        }
        t.interrupt();
        t.join();
        System.out.println(name + " was " + blockedAs + ": " + result);
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ReentrantLock lock = new ReentrantLock();
        Thread forever = Thread.ofVirtual().unstarted(() -> {
            while (!Thread.interrupted()) {
                LockSupport.park();
            }
        });
        forever.start();
        scenario("sleep", Thread.State.TIMED_WAITING, () -> Thread.sleep(1_000_000));
        scenario("park", Thread.State.WAITING, LockSupport::park);
        scenario("parkNanos", Thread.State.TIMED_WAITING, () -> LockSupport.parkNanos(1_000_000_000_000L));
        scenario("latch", Thread.State.WAITING, never::await);
        scenario("join", Thread.State.WAITING, forever::join);
        scenario("timed join", Thread.State.TIMED_WAITING, () -> forever.join(1_000_000));
        lock.lock();
        scenario("lockInterruptibly", Thread.State.WAITING, lock::lockInterruptibly);
        lock.unlock();
        forever.interrupt();
        forever.join();

        // A lock taken by one virtual thread is held by it, whatever carries it.
        int[] count = new int[1];
        Thread[] ts = new Thread[10];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = Thread.startVirtualThread(() -> {
                for (int k = 0; k < 50; k++) {
                    lock.lock();
                    try {
                        int before = count[0];
                        Thread.yield();
                        count[0] = before + 1;
                    } finally {
                        lock.unlock();
                    }
                }
            });
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("count " + count[0]);
        Thread permitted = Thread.ofVirtual().unstarted(() -> {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
            System.out.println("own permit used");
        });
        permitted.start();
        permitted.join();
        Thread early = Thread.ofVirtual().unstarted(() ->
                System.out.println("interrupted before start " + Thread.interrupted()));
        early.interrupt();
        early.start();
        early.join();
    }
}
