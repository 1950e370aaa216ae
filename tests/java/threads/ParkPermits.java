import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** park and unpark: one permit at most, kept until used; needs no monitor; interrupt and time end it too. */
public class ParkPermits {
    static volatile boolean released;

    static void parkUntilReleased() {
        while (!released) {
            LockSupport.park();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread me = Thread.currentThread();
        LockSupport.unpark(me);
        LockSupport.park();
        System.out.println("a permit given before lets park return");
        LockSupport.unpark(me);
        LockSupport.unpark(me);
        LockSupport.unpark(me);
        LockSupport.park();
        System.out.println("three permits are one: the first park returns");
        LockSupport.parkNanos(1_000_000);
        System.out.println("the second is ended by time");
        LockSupport.unpark(me);
        LockSupport.parkNanos(1_000_000_000_000_000L);
        System.out.println("a permit ends a timed park too");
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-5);
        LockSupport.parkUntil(0);
        System.out.println("no time, negative time and a past date return at once");
        LockSupport.unpark(null);
        System.out.println("unpark(null) does nothing");

        Thread t = new Thread(ParkPermits::parkUntilReleased, "parked");
        LockSupport.unpark(t);
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println(t.getName() + " " + t.getState());
        released = true;
        LockSupport.unpark(t);
        t.join();
        System.out.println(t.getName() + " " + t.getState());

        // Unlike wait, park does not release a monitor.
        Object lock = new Object();
        released = false;
        Thread holder = new Thread(() -> {
            synchronized (lock) {
                parkUntilReleased();
                System.out.println("holder leaves");
            }
        });
        holder.start();
        while (holder.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        Thread wanting = new Thread(() -> {
            synchronized (lock) {
                System.out.println("wanting enters");
            }
        });
        wanting.start();
        while (wanting.getState() != Thread.State.BLOCKED) {
            Thread.sleep(1);
        }
        System.out.println("wanting is " + wanting.getState() + " while the holder is parked");
        released = true;
        LockSupport.unpark(holder);
        wanting.join();

        AtomicInteger handed = new AtomicInteger();
        Thread receiver = new Thread(() -> {
            for (int i = 1; i <= 20; i++) {
                while (handed.get() < i) {
                    LockSupport.park();
                }
            }
            System.out.println("receiver saw " + handed);
        });
        receiver.start();
        for (int i = 0; i < 20; i++) {
            handed.incrementAndGet();
            LockSupport.unpark(receiver);
        }
        receiver.join();
        LockSupport.unpark(receiver);
        System.out.println("unpark of an ended thread does nothing: " + receiver.getState());
    }
}
