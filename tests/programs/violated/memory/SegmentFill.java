import java.lang.foreign.*;

/**
 * A fill of a native segment that another thread reads.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Release: 22.
 */
public class SegmentFill {
    static final MemorySegment SEGMENT = Arena.global().allocate(16, 8);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> SEGMENT.fill((byte) 1));
        writer.start();
        byte last = SEGMENT.get(ValueLayout.JAVA_BYTE, 8);
        writer.join();
        assert last == 1 && SEGMENT.get(ValueLayout.JAVA_BYTE, 0) == 1;
    }
}
