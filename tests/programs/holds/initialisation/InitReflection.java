/**
 * A field read by reflection initialises its class.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitReflection {
    static int data;

    static class A {
        static int x = 1;

        static {
            data = 42;
        }
    }

    static void use() {
        try {
            assert A.class.getDeclaredField("x").getInt(null) == 1;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        assert data == 42;
    }

    static void a() {
        use();
    }

    static void b() {
        use();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitReflection::a, "a");
        Thread b = new Thread(InitReflection::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
