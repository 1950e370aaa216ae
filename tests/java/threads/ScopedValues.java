//@ jdk: 25
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;

/** ScopedValue: bound for the extent of a call, rebound inside, unbound again after, not seen by plain new threads. */
public class ScopedValues {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> LEVEL = ScopedValue.newInstance();

    static String both() {
        return USER.orElse("nobody") + "/" + LEVEL.orElse(-1);
    }

    static int nest(int n) {
        if (n == 0) {
            return LEVEL.get();
        }
        return ScopedValue.where(LEVEL, LEVEL.get() * 2).call(() -> nest(n - 1));
    }

    public static void main(String[] args) throws Exception {
        System.out.println("unbound " + USER.isBound() + " " + both());
        try {
            USER.get();
        } catch (NoSuchElementException e) {
            System.out.println("get: " + e.getClass().getSimpleName());
        }
        try {
            USER.orElseThrow(() -> new IllegalStateException("no user"));
        } catch (IllegalStateException e) {
            System.out.println("orElseThrow: " + e.getMessage());
        }
        ScopedValue.where(USER, "outer").run(() -> {
            System.out.println("bound " + USER.isBound() + " " + USER.get() + " " + both());
            ScopedValue.where(USER, "inner").where(LEVEL, 1).run(() -> System.out.println("rebound " + both()));
            System.out.println("back " + both());
        });
        System.out.println("after " + both());
        int result = ScopedValue.where(LEVEL, 20).call(() -> LEVEL.get() + 1);
        System.out.println("call gives " + result);
        System.out.println("nested " + ScopedValue.where(LEVEL, 1).call(() -> nest(6)));
        try {
            ScopedValue.where(USER, "failing").run(() -> {
                throw new IllegalArgumentException("thrown with " + USER.get());
            });
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + ", after " + both());
        }
        ScopedValue.Carrier carrier = ScopedValue.where(USER, "carried").where(LEVEL, 3);
        System.out.println("carrier " + carrier.get(USER) + " " + carrier.get(LEVEL) + ", outside " + both());
        carrier.run(() -> System.out.println("first use " + both()));
        carrier.run(() -> System.out.println("second use " + both()));
        ScopedValue.where(USER, null).run(() ->
                System.out.println("null is bound " + USER.isBound() + " " + USER.get()));

        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread other = new Thread(() -> ScopedValue.where(USER, "other's").run(() -> {
            inside.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            System.out.println("other still has " + both());
        }));
        ScopedValue.where(USER, "main's").call(() -> {
            other.start();
            inside.await();
            System.out.println("main has " + both());
            Thread plain = new Thread(() -> System.out.println("a plain thread has " + both()));
            plain.start();
            plain.join();
            Thread virtual = Thread.startVirtualThread(() -> System.out.println("a virtual thread has " + both()));
            virtual.join();
            return null;
        });
        done.countDown();
        other.join();
        System.out.println("at the end " + both());
    }
}
