import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A sequence lock with the access modes of {@code VarHandle}: opaque data between fences, as cheap as a sequence lock can be and right.
 *
 * <p>The JLS says nothing about access modes and fences. The model jam21 does, and forbids a torn pair; jmm can only say what it knows.
 *
 * <p>Property: whoever finds the sequence number even and unchanged has read a pair that belongs together.
 * <br>Expected: sc holds, jmm unknown, race yes (by the JLS, for which these accesses are not volatile).
 */
public class SeqLockVarHandle {
    static final VarHandle SEQUENCE = handle("sequence");
    static final VarHandle X = handle("x");
    static final VarHandle Y = handle("y");
    static int sequence;
    static int x;
    static int y;

    static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(SeqLockVarHandle.class, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void write(int value) {
        int before = (int) SEQUENCE.getOpaque();
        SEQUENCE.setOpaque(before + 1);
        VarHandle.releaseFence(); // the odd number before the data
        X.setOpaque(value);
        Y.setOpaque(value);
        SEQUENCE.setRelease(before + 2);
    }

    /** One attempt to read; a program would try again when it fails. */
    static void read() {
        int before = (int) SEQUENCE.getAcquire();
        int seenX = (int) X.getOpaque();
        int seenY = (int) Y.getOpaque();
        VarHandle.acquireFence(); // the data before the number is read again
        int after = (int) SEQUENCE.getOpaque();
        if (before % 2 == 0 && before == after) {
            assert seenX == seenY;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> write(1), "writer");
        Thread reader = new Thread(SeqLockVarHandle::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
