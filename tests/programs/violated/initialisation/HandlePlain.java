import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Message passing by plain accesses of a VarHandle.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class HandlePlain {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandlePlain.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int data;
    static boolean ready;

    static void a() {
        data = 42;
        READY.set(true);
    }

    static void b() {
        if ((boolean) READY.get()) {
            assert data == 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(HandlePlain::a, "a");
        Thread b = new Thread(HandlePlain::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
