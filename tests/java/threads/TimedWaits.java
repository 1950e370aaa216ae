/** wait with a timeout: it ends by time or by notification, keeps the monitor, and checks its arguments. */
public class TimedWaits {
    static void bad(String what, long millis, int nanos) throws InterruptedException {
        Object o = new Object();
        synchronized (o) {
            try {
                o.wait(millis, nanos);
                System.out.println(what + " returned");
            } catch (IllegalArgumentException e) {
                System.out.println(what + ": " + e.getClass().getSimpleName());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(1);
            System.out.println("by time, owner " + Thread.holdsLock(lock));
            lock.wait(0, 1);
            System.out.println("one nanosecond, owner " + Thread.holdsLock(lock));
            lock.wait(1, 999_999);
            System.out.println("nearly two milliseconds");
        }
        bad("wait(-1, 0)", -1, 0);
        bad("wait(0, -1)", 0, -1);
        bad("wait(0, 1000000)", 0, 1_000_000);
        bad("wait(1, 0)", 1, 0);

        boolean[] ready = new boolean[1];
        long longTime = 10_000_000;
        Thread setter = new Thread(() -> {
            synchronized (lock) {
                ready[0] = true;
                lock.notifyAll();
            }
        });
        synchronized (lock) {
            setter.start();
            while (!ready[0]) {
                lock.wait(longTime);
            }
            System.out.println("by notification long before the time, ready " + ready[0]);
        }
        setter.join();

        // wait(0) has no limit: only the notification ends it.
        ready[0] = false;
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                while (!ready[0]) {
                    try {
                        lock.wait(0);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                System.out.println("wait(0) ended by notify");
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println("wait(0) is " + waiter.getState());
        synchronized (lock) {
            ready[0] = true;
            lock.notify();
        }
        waiter.join();

        // Time is up, but the monitor is taken: the waiter can only go on when it is free.
        Thread timed = new Thread(() -> {
            synchronized (lock) {
                ready[0] = false;
                lock.notifyAll();
                try {
                    lock.wait(300);
                } catch (InterruptedException e) {
                    return;
                }
                System.out.println("entered again, ready " + ready[0]);
            }
        });
        synchronized (lock) {
            timed.start();
            while (ready[0]) {
                lock.wait();
            }
            while (timed.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
            System.out.println("time is up: " + timed.getState());
            ready[0] = true;
        }
        timed.join();
    }
}
