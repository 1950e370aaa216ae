/**
 * A class is initialised once, and whoever uses it sees that.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ClassOnce {
    static int count;

    static class A {
        static int[] data = new int[1];

        static {
            count++;
            data[0] = 42;
        }
    }

    static void a() {
        assert A.data[0] == 42;
    }

    static void b() {
        assert A.data[0] == 42;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ClassOnce::a, "a");
        Thread b = new Thread(ClassOnce::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 1;
    }
}
