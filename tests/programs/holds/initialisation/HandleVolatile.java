import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Message passing by volatile accesses of a VarHandle to a plain field.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class HandleVolatile {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(HandleVolatile.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int data;
    static boolean ready;

    static void a() {
        data = 42;
        READY.setVolatile(true);
    }

    static void b() {
        if ((boolean) READY.getVolatile()) {
            assert data == 42;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(HandleVolatile::a, "a");
        Thread b = new Thread(HandleVolatile::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
