import java.lang.reflect.Array;

/**
 * The dimensions of a new array are read one after the other.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ArrayDimensions {
    public static void main(String[] args) {
        int[] dimensions = {1, 1};
        new Thread(() -> {
            dimensions[0] = 2;
            dimensions[1] = 2;
        }).start();
        int[][] made = (int[][]) Array.newInstance(int.class, dimensions);
        assert !(made.length == 1 && made[0].length == 2);
    }
}
