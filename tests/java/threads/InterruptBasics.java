import java.util.concurrent.locks.LockSupport;

/** The interrupt flag: set, read, read and cleared; and how sleep, wait, join and park react to it. */
public class InterruptBasics {
    static void flag(String when) {
        System.out.println(when + ": " + Thread.currentThread().isInterrupted());
    }

    public static void main(String[] args) throws Exception {
        Thread me = Thread.currentThread();
        flag("at first");
        me.interrupt();
        flag("after interrupt");
        flag("isInterrupted keeps it");
        System.out.println("interrupted(): " + Thread.interrupted() + " then " + Thread.interrupted());

        me.interrupt();
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            System.out.println("sleep: " + e.getMessage());
        }
        flag("after sleep");

        me.interrupt();
        try {
            Thread.sleep(0);
        } catch (InterruptedException e) {
            System.out.println("sleep(0): " + e.getMessage());
        }
        flag("after sleep(0)");

        Object lock = new Object();
        me.interrupt();
        synchronized (lock) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                System.out.println("wait: " + e.getMessage() + " still owner=" + Thread.holdsLock(lock));
            }
        }
        flag("after wait");

        Thread other = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        });
        other.start();
        me.interrupt();
        try {
            other.join();
        } catch (InterruptedException e) {
            System.out.println("join: " + e.getMessage());
        }
        flag("after join");
        other.interrupt();
        other.join();
        System.out.println("park of the other thread ended by interrupt");

        me.interrupt();
        LockSupport.park();
        flag("park returns at once and keeps the flag");
        LockSupport.parkNanos(1_000_000_000_000L);
        flag("parkNanos too");
        Thread.interrupted();

        Thread early = new Thread(() -> flag("interrupted before its start"));
        early.interrupt();
        early.start();
        early.join();

        Thread busy = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.yield();
            }
            flag("a busy thread polls its flag");
        });
        busy.start();
        busy.interrupt();
        busy.join();
        busy.interrupt();
        System.out.println("interrupting an ended thread is harmless, state " + busy.getState());
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("sleep(-1): " + e.getMessage());
        }
    }
}
