import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Message passing by opaque accesses, which order nothing: the flag may be seen without the data.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class HandleOpaque {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandleOpaque.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int data;
    static boolean ready;

    static void a() {
        data = 42;
        READY.setOpaque(true);
    }

    static void b() {
        if ((boolean) READY.getOpaque()) {
            assert data == 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(HandleOpaque::a, "a");
        Thread b = new Thread(HandleOpaque::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
