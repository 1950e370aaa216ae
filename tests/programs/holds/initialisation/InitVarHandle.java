import java.lang.invoke.MethodHandles;

/**
 * A variable handle to a static field initialises the class.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitVarHandle {
    static int data;

    static class A {
        static int x = 1;

        static {
            data = 42;
        }
    }

    static void use() {
        try {
            assert (int) MethodHandles.lookup().findStaticVarHandle(A.class, "x", int.class).getVolatile() == 1;
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
        Thread a = new Thread(InitVarHandle::a, "a");
        Thread b = new Thread(InitVarHandle::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
