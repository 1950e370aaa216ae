import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

/** StampedLock in all its modes: write, read, optimistic, conversions, tries, views, wrong stamps. */
public class StampedLocks {
    static final StampedLock S = new StampedLock();

    static String text(Object o) {
        return o.toString().replaceAll("^.*@[0-9a-f]+", "");
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(text(S) + " write " + S.isWriteLocked() + " read " + S.isReadLocked());
        long w = S.writeLock();
        System.out.println(text(S) + " stamp kinds " + StampedLock.isWriteLockStamp(w) + " "
                + StampedLock.isReadLockStamp(w) + " " + StampedLock.isLockStamp(w)
                + " " + StampedLock.isOptimisticReadStamp(w));
        System.out.println("tries while written " + S.tryWriteLock() + " " + S.tryReadLock() + " "
                + S.tryOptimisticRead() + " " + S.tryReadLock(1, TimeUnit.MILLISECONDS)
                + " " + S.tryWriteLock(1, TimeUnit.MILLISECONDS));
        S.unlockWrite(w);
        long o = S.tryOptimisticRead();
        System.out.println("optimistic " + (o != 0) + " valid " + S.validate(o) + " kind "
                + StampedLock.isOptimisticReadStamp(o));
        S.unlockWrite(S.writeLock());
        System.out.println("after a write valid " + S.validate(o) + ", zero is never valid " + S.validate(0));
        long r1 = S.readLock();
        long r2 = S.tryReadLock();
        System.out.println(text(S) + " readers " + S.getReadLockCount() + " kinds "
                + StampedLock.isReadLockStamp(r1) + " " + StampedLock.isWriteLockStamp(r2));
        System.out.println("upgrade with two readers " + S.tryConvertToWriteLock(r1));
        S.unlockRead(r2);
        long up = S.tryConvertToWriteLock(r1);
        System.out.println("upgrade with one " + (up != 0) + " " + S.isWriteLocked() + " " + S.isReadLocked());
        System.out.println("write to write is the same " + (S.tryConvertToWriteLock(up) == up));
        long down = S.tryConvertToReadLock(up);
        System.out.println("downgrade " + (down != 0) + " readers " + S.getReadLockCount());
        long opt = S.tryConvertToOptimisticRead(down);
        System.out.println("to optimistic " + S.validate(opt) + " readers " + S.getReadLockCount());
        long fromOpt = S.tryConvertToWriteLock(opt);
        System.out.println("optimistic to write " + (fromOpt != 0) + ", stale optimistic to write "
                + S.tryConvertToWriteLock(o));
        S.unlock(fromOpt);
        attempt("wrong write stamp", () -> S.unlockWrite(12345));
        attempt("wrong read stamp", () -> S.unlockRead(12345));
        attempt("used stamp", () -> S.unlock(fromOpt));
        System.out.println("unlock without a stamp " + S.tryUnlockWrite() + " " + S.tryUnlockRead());
        Lock view = S.asReadLock();
        view.lock();
        System.out.println("read view: readers " + S.getReadLockCount() + ", write view " + S.asWriteLock().tryLock());
        view.unlock();
        S.asReadWriteLock().writeLock().lock();
        System.out.println("write view " + S.isWriteLocked() + " " + S.tryUnlockWrite());
        attempt("condition", () -> S.asWriteLock().newCondition());
        Thread.currentThread().interrupt();
        try {
            S.writeLockInterruptibly();
        } catch (InterruptedException e) {
            System.out.println("interrupted, free " + !S.isWriteLocked());
        }

        int[] point = new int[2];
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 300; i++) {
                long stamp = S.writeLock();
                point[0]++;
                point[1]--;
                S.unlockWrite(stamp);
            }
        });
        writer.start();
        boolean broken = false;
        for (int i = 0; i < 300; i++) {
            long stamp = S.readLock();
            broken |= point[0] + point[1] != 0;
            S.unlockRead(stamp);
        }
        writer.join();
        System.out.println("points seen whole " + !broken + ", end " + point[0] + " " + point[1]);
    }
}
