import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The lock of Peterson with release writes and acquire reads: a thread may read the flag of the other before its own is seen.
 *
 * <p>Property: no increment is lost.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class PetersonAcquire {
    static final VarHandle FLAG0 = handle(PetersonAcquire.class, "flag0", int.class);
    static final VarHandle FLAG1 = handle(PetersonAcquire.class, "flag1", int.class);
    static final VarHandle TURN = handle(PetersonAcquire.class, "turn", int.class);
    static int flag0;
    static int flag1;
    static int turn;
    static int counter;

    static VarHandle handle(Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void increment(VarHandle mine, VarHandle other, int after) {
        mine.setRelease(1);
        TURN.setRelease(after);
        while ((int) other.getAcquire() == 1 && (int) TURN.getAcquire() == after) {
            Thread.onSpinWait();
        }
        counter++;
        mine.setRelease(0);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> increment(FLAG0, FLAG1, 1), "a");
        Thread b = new Thread(() -> increment(FLAG1, FLAG0, 0), "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert counter == 2 : counter;
    }
}
