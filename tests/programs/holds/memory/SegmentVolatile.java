import java.lang.foreign.*;
import java.lang.invoke.VarHandle;

/**
 * A volatile access to a native segment publishes (ValueLayout.varHandle).
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>Release: 22.
 */
public class SegmentVolatile {
    static final MemorySegment SEGMENT = Arena.ofAuto().allocate(16, 8);
    static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            SEGMENT.set(ValueLayout.JAVA_INT, 0, 42);
            INT.setVolatile(SEGMENT, 4L, 1);
        });
        writer.start();
        if ((int) INT.getVolatile(SEGMENT, 4L) == 1) {
            assert SEGMENT.get(ValueLayout.JAVA_INT, 0) == 42;
        }
        writer.join();
    }
}
