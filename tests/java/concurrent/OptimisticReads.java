import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.StampedLock;

/** Optimistic reading: StampedLock with validation and fallback, and a hand-made sequence lock with fences. */
public class OptimisticReads {
    static final StampedLock LOCK = new StampedLock();
    static volatile int a;
    static volatile int b;
    static int sequence;
    static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findStaticVarHandle(OptimisticReads.class, "sequence", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int readStamped() {
        long stamp = LOCK.tryOptimisticRead();
        int x = a;
        int y = b;
        if (!LOCK.validate(stamp)) {
            stamp = LOCK.readLock();
            try {
                x = a;
                y = b;
            } finally {
                LOCK.unlockRead(stamp);
            }
        }
        return x + y;
    }

    static int readSequence() {
        while (true) {
            int before = (int) SEQUENCE.getAcquire();
            int x = a;
            int y = b;
            VarHandle.acquireFence();
            if (before % 2 == 0 && (int) SEQUENCE.getOpaque() == before) {
                return x + y;
            }
            Thread.yield();
        }
    }

    static void write(boolean stamped) {
        if (stamped) {
            long stamp = LOCK.writeLock();
            a++;
            b--;
            LOCK.unlockWrite(stamp);
        } else {
            SEQUENCE.setOpaque(sequence + 1);
            VarHandle.releaseFence();
            a++;
            b--;
            SEQUENCE.setRelease(sequence + 1);
        }
    }

    public static void main(String[] args) throws Exception {
        for (boolean stamped : new boolean[] {true, false}) {
            boolean[] wrong = new boolean[2];
            Thread[] ts = new Thread[3];
            for (int i = 0; i < 2; i++) {
                int id = i;
                ts[i] = new Thread(() -> {
                    for (int k = 0; k < 300; k++) {
                        wrong[id] |= (stamped ? readStamped() : readSequence()) != 0;
                    }
                });
            }
            ts[2] = new Thread(() -> {
                for (int k = 0; k < 300; k++) {
                    write(stamped);
                }
            });
            for (Thread t : ts) {
                t.start();
            }
            for (Thread t : ts) {
                t.join();
            }
            System.out.println((stamped ? "stamped" : "sequence") + ": wrong reads " + (wrong[0] || wrong[1])
                    + ", values " + a + " " + b);
        }
        System.out.println("sequence " + sequence + ", locks free " + !LOCK.isWriteLocked() + " "
                + !LOCK.isReadLocked());
        long stamp = LOCK.tryOptimisticRead();
        System.out.println("valid before a write " + LOCK.validate(stamp));
        write(true);
        System.out.println("valid after it " + LOCK.validate(stamp) + ", fallback reads " + readStamped());
    }
}
