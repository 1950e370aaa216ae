/**
 * A cloned array is read element by element.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ArrayClone {
    static final int[] data = new int[2];

    static void a() {
        data[0] = 1;
        data[1] = 1;
    }

    static void b() {
        int[] copy = data.clone();
        assert copy[0] == copy[1];
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ArrayClone::a, "a");
        Thread b = new Thread(ArrayClone::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
