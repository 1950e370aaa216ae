import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Message passing by release and acquire. The JLS does not know them; both bounds agree.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class HandleAcquire {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandleAcquire.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int data;
    static boolean ready;

    static void a() {
        data = 42;
        READY.setRelease(true);
    }

    static void b() {
        if ((boolean) READY.getAcquire()) {
            assert data == 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(HandleAcquire::a, "a");
        Thread b = new Thread(HandleAcquire::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
