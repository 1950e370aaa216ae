/**
 * The same by a call of a static method, which does not touch the field it leads to.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P19StaticMethod {
    static class D {
        static int z;
    }

    static class H {
        static {
            D.z = 7;
        }

        static void touch() {
        }
    }

    static void first() {
        H.touch();
        assert D.z == 7;
    }

    static void second() {
        H.touch();
        assert D.z == 7;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P19StaticMethod::first, "first");
        Thread second = new Thread(P19StaticMethod::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
