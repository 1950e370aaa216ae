import java.util.Arrays;

/**
 * A copied array is read element by element.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ArrayCopy {
    static final int[] data = new int[2];

    static void a() {
        data[0] = 1;
        data[1] = 1;
    }

    static void b() {
        int[] copy = Arrays.copyOf(data, 2);
        assert copy[0] == copy[1];
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ArrayCopy::a, "a");
        Thread b = new Thread(ArrayCopy::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
