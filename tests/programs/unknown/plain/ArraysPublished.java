/**
 * An array of arrays is published by a race. Its elements are written one after the other (JLS 15.10.2): who finds it may find them null.
 *
 * <p>Expected: sc holds, jmm violated, pso violated, race yes.
 * <br>Today: jmm unknown, pso unknown
 */
public class ArraysPublished {
    static int[][] published;

    public static void main(String[] args) {
        Thread reads = new Thread(() -> {
            int[][] found = published;
            assert found == null || found[1] != null;
        });
        reads.start();
        published = new int[2][3];
    }
}
