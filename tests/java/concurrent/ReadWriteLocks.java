import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** ReentrantReadWriteLock: shared readers, one writer, downgrading, no upgrading, counts, text forms, errors. */
public class ReadWriteLocks {
    static final ReentrantReadWriteLock RW = new ReentrantReadWriteLock();

    static String text(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "@ID").replaceAll("^.*@", "@");
    }

    static void inThread(Runnable r) throws InterruptedException {
        Thread t = new Thread(r, "other");
        t.start();
        t.join();
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static String tries() {
        boolean read = RW.readLock().tryLock();
        if (read) {
            RW.readLock().unlock();
        }
        boolean write = RW.writeLock().tryLock();
        if (write) {
            RW.writeLock().unlock();
        }
        return "other can read " + read + ", write " + write;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(text(RW) + " fair " + RW.isFair());
        inThread(() -> System.out.println("free: " + tries()));
        RW.readLock().lock();
        RW.readLock().lock();
        System.out.println("read holds " + RW.getReadHoldCount() + ", read locks " + RW.getReadLockCount());
        System.out.println(text(RW) + " " + text(RW.readLock()));
        inThread(() -> System.out.println("read by main: " + tries()));
        System.out.println("no upgrade: " + RW.writeLock().tryLock() + " "
                + RW.writeLock().tryLock(1, TimeUnit.MILLISECONDS));
        RW.readLock().unlock();
        RW.readLock().unlock();
        RW.writeLock().lock();
        System.out.println(text(RW.writeLock()) + " " + RW.isWriteLocked() + " " + RW.isWriteLockedByCurrentThread());
        inThread(() -> System.out.println("written by main: " + tries()));
        RW.writeLock().lock();
        RW.readLock().lock();
        System.out.println("holds " + RW.getWriteHoldCount() + " " + RW.writeLock().getHoldCount()
                + " " + RW.getReadHoldCount());
        RW.writeLock().unlock();
        RW.writeLock().unlock();
        inThread(() -> System.out.println("downgraded: " + tries()));
        RW.readLock().unlock();
        attempt("read unlock without hold", RW.readLock()::unlock);
        attempt("write unlock without hold", RW.writeLock()::unlock);
        attempt("condition of the read lock", () -> RW.readLock().newCondition());
        attempt("condition of the write lock", () -> RW.writeLock().newCondition());

        CountDownLatch together = new CountDownLatch(3);
        Thread[] readers = new Thread[3];
        for (int i = 0; i < 3; i++) {
            readers[i] = new Thread(() -> {
                RW.readLock().lock();
                together.countDown();
                try {
                    together.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                RW.readLock().unlock();
            });
            readers[i].start();
        }
        for (Thread t : readers) {
            t.join();
        }
        System.out.println("three readers were inside together, left " + RW.getReadLockCount());
    }
}
