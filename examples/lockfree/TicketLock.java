import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A ticket lock: the ticket is drawn by an atomic update, the number that is served is written by a release and read by acquires.
 *
 * <p>Property: no increment is lost, and no thread waits for ever.
 * <br>Expected: sc holds, jmm holds, race yes (by the JLS, for which these accesses are not volatile).
 */
public class TicketLock {
    static final VarHandle NEXT = handle(TicketLock.class, "next", int.class);
    static final VarHandle SERVED = handle(TicketLock.class, "served", int.class);
    static int next;
    static int served;
    static int counter;

    static VarHandle handle(Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void increment() {
        int ticket = (int) NEXT.getAndAdd(1);
        while ((int) SERVED.getAcquire() != ticket) {
            Thread.onSpinWait();
        }
        counter++;
        SERVED.setRelease(ticket + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(TicketLock::increment, "a");
        Thread b = new Thread(TicketLock::increment, "b");
        Thread c = new Thread(TicketLock::increment, "c");
        a.start();
        b.start();
        c.start();
        a.join();
        b.join();
        c.join();
        assert counter == 3 : counter;
    }
}
