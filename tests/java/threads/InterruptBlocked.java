import java.util.concurrent.locks.LockSupport;

/** Another thread is interrupted while it is really blocked; the exception clears the flag, park keeps it. */
public class InterruptBlocked {
    interface Blocking {
        void run() throws Exception;
    }

    static void scenario(String name, Thread.State blockedAs, Blocking body) throws Exception {
        StringBuilder result = new StringBuilder();
        Thread t = new Thread(() -> {
            try {
                body.run();
                result.append("returned");
            } catch (Exception e) {
                result.append(e.getClass().getSimpleName()).append(" '").append(e.getMessage()).append("'");
            }
            result.append(", flag ").append(Thread.currentThread().isInterrupted());
        }, name);
        t.start();
        while (t.getState() != blockedAs) {
            Thread.sleep(1);
        }
        t.interrupt();
        t.join();
        System.out.println(name + ": " + result);
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread never = new Thread(() -> {
            while (!Thread.interrupted()) {
                LockSupport.park();
            }
        });
        never.start();
        scenario("sleep", Thread.State.TIMED_WAITING, () -> Thread.sleep(1_000_000));
        scenario("sleep with nanos", Thread.State.TIMED_WAITING, () -> Thread.sleep(1_000_000, 5));
        scenario("wait", Thread.State.WAITING, () -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        scenario("timed wait", Thread.State.TIMED_WAITING, () -> {
            synchronized (lock) {
                lock.wait(1_000_000);
            }
        });
        scenario("join", Thread.State.WAITING, never::join);
        scenario("timed join", Thread.State.TIMED_WAITING, () -> never.join(1_000_000));
        scenario("park", Thread.State.WAITING, LockSupport::park);
        scenario("parkNanos", Thread.State.TIMED_WAITING, () -> LockSupport.parkNanos(1_000_000_000_000L));
        scenario("parkUntil", Thread.State.TIMED_WAITING, () -> LockSupport.parkUntil(Long.MAX_VALUE));
        scenario("restored by the handler", Thread.State.TIMED_WAITING, () -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        scenario("second sleep sees no flag", Thread.State.TIMED_WAITING, () -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                Thread.sleep(1);
            }
        });
        never.interrupt();
        never.join();

        // Entering a monitor is not interruptible: the flag is only found afterwards.
        Thread entering = new Thread(() -> {
            synchronized (lock) {
                System.out.println("entered with flag " + Thread.currentThread().isInterrupted());
            }
        });
        synchronized (lock) {
            entering.start();
            while (entering.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
            entering.interrupt();
            Thread.sleep(5);
            System.out.println("still " + entering.getState());
        }
        entering.join();
    }
}
