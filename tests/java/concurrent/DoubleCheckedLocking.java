import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** Lazy initialisation by double-checked locking, with a volatile field and with acquire and release accesses. */
public class DoubleCheckedLocking {
    static final AtomicInteger MADE = new AtomicInteger();

    static class Thing {
        int a = 1;
        int b;
        final int[] c;

        Thing() {
            MADE.incrementAndGet();
            b = 2;
            c = new int[] {3};
        }

        int sum() {
            return a + b + c[0];
        }
    }

    static volatile Thing checked;
    static Thing released;
    static final VarHandle RELEASED;

    static {
        try {
            RELEASED = MethodHandles.lookup().findStaticVarHandle(DoubleCheckedLocking.class, "released", Thing.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static Thing doubleChecked() {
        Thing t = checked;
        if (t == null) {
            synchronized (DoubleCheckedLocking.class) {
                t = checked;
                if (t == null) {
                    checked = t = new Thing();
                }
            }
        }
        return t;
    }

    static Thing acquireRelease() {
        Thing t = (Thing) RELEASED.getAcquire();
        if (t == null) {
            synchronized (DoubleCheckedLocking.class) {
                t = released;
                if (t == null) {
                    RELEASED.setRelease(t = new Thing());
                }
            }
        }
        return t;
    }

    static void race(String name, java.util.function.Supplier<Thing> get) throws InterruptedException {
        int before = MADE.get();
        Thing[] got = new Thing[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> got[id] = get.get());
            ts[i].start();
        }
        boolean same = true;
        for (int i = 0; i < 4; i++) {
            ts[i].join();
            same &= got[i] == got[0] && got[i].sum() == 6;
        }
        System.out.println(name + ": one whole object for all " + same + ", made " + (MADE.get() - before));
    }

    public static void main(String[] args) throws Exception {
        System.out.println("nothing made yet " + MADE);
        for (int round = 0; round < 3; round++) {
            race("double-checked", DoubleCheckedLocking::doubleChecked);
            race("the same again", DoubleCheckedLocking::doubleChecked);
            race("acquire and release", DoubleCheckedLocking::acquireRelease);
            race("the same again", DoubleCheckedLocking::acquireRelease);
            checked = null;
            released = null;
        }
        System.out.println("made in all " + MADE);
    }
}
