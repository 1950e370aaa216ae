import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Two threads share a handle whose class one of them initialises.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitSharedHandle {
    static int data;
    static final MethodHandle F;

    static {
        try {
            F = MethodHandles.lookup().findStatic(A.class, "f", MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static class A {
        static {
            data = 42;
        }

        static void f() {}
    }

    static void use() {
        try {
            F.invokeExact();
        } catch (Throwable e) {
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
        Thread a = new Thread(InitSharedHandle::a, "a");
        Thread b = new Thread(InitSharedHandle::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
