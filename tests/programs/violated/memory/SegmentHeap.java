import java.lang.foreign.*;

/**
 * A segment of an array of longs, read as bytes: whoever sees the second long may miss the first.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 * <br>Release: 22.
 */
public class SegmentHeap {
    static final long[] LONGS = new long[2];
    static final MemorySegment SEGMENT = MemorySegment.ofArray(LONGS);

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            LONGS[0] = -1;
            LONGS[1] = 1;
        });
        writer.start();
        long flag = LONGS[1];
        byte data = SEGMENT.get(ValueLayout.JAVA_BYTE, 3);
        assert flag == 0 || data == -1;
        writer.join();
    }
}
