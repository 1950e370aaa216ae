import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A method handle to a static method initialises the class when it is called. (With 25 too much of java.lang.invoke runs for the first time.)
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>With 25: left out.
 */
public class InitHandle {
    static int data;

    static class A {
        static {
            data = 42;
        }

        static void f() {}
    }

    static void use() {
        try {
            MethodHandles.lookup().findStatic(A.class, "f", MethodType.methodType(void.class)).invoke();
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
        Thread a = new Thread(InitHandle::a, "a");
        Thread b = new Thread(InitHandle::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
