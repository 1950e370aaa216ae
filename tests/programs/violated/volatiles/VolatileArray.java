/**
 * The elements of a volatile array are not volatile.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class VolatileArray {
    static volatile int[] flag = new int[1];
    static int data;

    static void a() {
        data = 42;
        flag[0] = 1;
    }

    static void b() {
        if (flag[0] == 1) {
            assert data == 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(VolatileArray::a, "a");
        Thread b = new Thread(VolatileArray::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
