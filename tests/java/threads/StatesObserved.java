import java.util.concurrent.locks.LockSupport;

/** Each thread state, observed by polling until the thread reaches it. */
public class StatesObserved {
    static void await(Thread t, Thread.State wanted) throws InterruptedException {
        while (t.getState() != wanted) {
            Thread.sleep(1);
        }
        System.out.println(t.getName() + " is " + t.getState() + ", alive=" + t.isAlive());
    }

    static volatile boolean stop;

    static Thread launch(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.start();
        return t;
    }

    interface Blocking {
        void run() throws InterruptedException;
    }

    static Runnable interruptible(Blocking b) {
        return () -> {
            try {
                b.run();
            } catch (InterruptedException e) {
                stop = true;
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread fresh = new Thread(() -> { }, "fresh");
        await(fresh, Thread.State.NEW);

        Thread spinner = launch("spinner", () -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        });
        await(spinner, Thread.State.RUNNABLE);
        stop = true;
        await(spinner, Thread.State.TERMINATED);

        Thread waiter = launch("waiter", interruptible(() -> {
            synchronized (lock) {
                lock.wait();
            }
        }));
        await(waiter, Thread.State.WAITING);
        Thread timed = launch("timed waiter", interruptible(() -> {
            synchronized (lock) {
                lock.wait(1_000_000);
            }
        }));
        await(timed, Thread.State.TIMED_WAITING);
        Thread joiner = launch("joiner", interruptible(waiter::join));
        await(joiner, Thread.State.WAITING);
        Thread timedJoiner = launch("timed joiner", interruptible(() -> waiter.join(1_000_000)));
        await(timedJoiner, Thread.State.TIMED_WAITING);
        Thread sleeper = launch("sleeper", interruptible(() -> Thread.sleep(1_000_000)));
        await(sleeper, Thread.State.TIMED_WAITING);
        Thread parked = launch("parked", LockSupport::park);
        await(parked, Thread.State.WAITING);
        Thread timedParked = launch("timed parked", () -> LockSupport.parkNanos(1_000_000_000_000L));
        await(timedParked, Thread.State.TIMED_WAITING);
        synchronized (lock) {
            Thread blocked = launch("blocked", () -> {
                synchronized (lock) {
                    lock.notifyAll();
                }
            });
            await(blocked, Thread.State.BLOCKED);
            lock.notifyAll();
            // A notified thread must take the monitor again before it goes on.
            await(waiter, Thread.State.BLOCKED);
            await(timed, Thread.State.BLOCKED);
        }
        sleeper.interrupt();
        LockSupport.unpark(parked);
        LockSupport.unpark(timedParked);
        for (Thread t : new Thread[] {waiter, timed, joiner, timedJoiner, sleeper, parked, timedParked}) {
            t.join();
            await(t, Thread.State.TERMINATED);
        }
    }
}
