import java.lang.foreign.*;

/**
 * Data and a flag in a native segment, both plain: the flag may be seen before the data.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 * <br>Release: 22.
 */
public class SegmentRace {
    static final MemorySegment SEGMENT = Arena.global().allocate(16, 8);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            SEGMENT.set(ValueLayout.JAVA_INT, 0, 42);
            SEGMENT.set(ValueLayout.JAVA_INT, 4, 1);
        });
        writer.start();
        int flag = SEGMENT.get(ValueLayout.JAVA_INT, 4);
        int data = SEGMENT.get(ValueLayout.JAVA_INT, 0);
        assert flag == 0 || data == 42;
        writer.join();
    }
}
