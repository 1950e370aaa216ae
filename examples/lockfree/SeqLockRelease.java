import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A sequence lock whose data is written by releases and read by acquires, without fences.
 *
 * <p>Property: whoever finds the sequence number even and unchanged has read a pair that belongs together.
 * <br>Expected: sc holds, jmm holds, race yes (by the JLS, for which these accesses are not volatile).
 */
public class SeqLockRelease {
    static final VarHandle SEQUENCE = handle(SeqLockRelease.class, "sequence", int.class);
    static final VarHandle X = handle(SeqLockRelease.class, "x", int.class);
    static final VarHandle Y = handle(SeqLockRelease.class, "y", int.class);
    static int sequence;
    static int x;
    static int y;

    static VarHandle handle(Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void write(int value) {
        int before = sequence; // nobody else writes it
        SEQUENCE.setRelease(before + 1);
        X.setRelease(value);
        Y.setRelease(value);
        SEQUENCE.setRelease(before + 2);
    }

    /** One attempt to read; a program would try again when it fails. */
    static void read() {
        int before = (int) SEQUENCE.getAcquire();
        int seenX = (int) X.getAcquire();
        int seenY = (int) Y.getAcquire();
        int after = (int) SEQUENCE.getAcquire();
        if (before % 2 == 0 && before == after) {
            assert seenX == seenY;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> write(1), "writer");
        Thread reader = new Thread(SeqLockRelease::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
