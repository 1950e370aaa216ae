/**
 * A method called by reflection initialises its class.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitMethodReflection {
    static int data;

    static class A {
        static {
            data = 42;
        }

        static void f() {}
    }

    static void use() {
        try {
            A.class.getDeclaredMethod("f").invoke(null);
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
        Thread a = new Thread(InitMethodReflection::a, "a");
        Thread b = new Thread(InitMethodReflection::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
