import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Atomic updates of volatile fields by reflection: int, long, reference, and the checks at creation. */
public class FieldUpdaters {
    static class Account {
        volatile int version;
        volatile long balance;
        volatile String owner;
        volatile Account next;
        int notVolatile;
        static volatile int shared;
    }

    static class Sub extends Account { }

    static final AtomicIntegerFieldUpdater<Account> VERSION =
            AtomicIntegerFieldUpdater.newUpdater(Account.class, "version");
    static final AtomicLongFieldUpdater<Account> BALANCE =
            AtomicLongFieldUpdater.newUpdater(Account.class, "balance");
    static final AtomicReferenceFieldUpdater<Account, String> OWNER =
            AtomicReferenceFieldUpdater.newUpdater(Account.class, String.class, "owner");

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            Throwable shown = e.getCause() == null ? e : e.getCause();
            System.out.println(what + ": " + shown.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        Account a = new Account();
        System.out.println(VERSION.incrementAndGet(a) + " " + VERSION.getAndAdd(a, 5) + " " + VERSION.get(a)
                + " " + VERSION.compareAndSet(a, 6, 7) + " " + VERSION.compareAndSet(a, 6, 8));
        System.out.println(VERSION.updateAndGet(a, x -> x * 2) + " " + VERSION.getAndUpdate(a, x -> x - 1)
                + " " + VERSION.accumulateAndGet(a, 3, (x, y) -> x % y) + " " + a.version);
        System.out.println(BALANCE.addAndGet(a, 1L << 34) + " " + BALANCE.getAndSet(a, 5)
                + " " + BALANCE.decrementAndGet(a) + " " + BALANCE.getAndAccumulate(a, 6, (x, y) -> x * y) + " "
                + a.balance);
        System.out.println(OWNER.get(a) + " " + OWNER.compareAndSet(a, null, "ann") + " " + OWNER.getAndSet(a, "bob")
                + " " + OWNER.updateAndGet(a, s -> s + "!") + " " + OWNER.accumulateAndGet(a, "?", String::concat));
        VERSION.lazySet(a, 50);
        OWNER.lazySet(a, "lazy");
        System.out.println(a.version + " " + a.owner + " weak " + OWNER.weakCompareAndSet(a, "other", "x"));
        Sub sub = new Sub();
        VERSION.set(sub, 9);
        System.out.println("works on a subclass " + sub.version);

        attempt("wrong type", () -> AtomicIntegerFieldUpdater.newUpdater(Account.class, "balance"));
        attempt("not volatile", () -> AtomicIntegerFieldUpdater.newUpdater(Account.class, "notVolatile"));
        attempt("static", () -> AtomicIntegerFieldUpdater.newUpdater(Account.class, "shared"));
        attempt("missing", () -> AtomicLongFieldUpdater.newUpdater(Account.class, "nothing"));
        attempt("wrong class of the value", () ->
                AtomicReferenceFieldUpdater.newUpdater(Account.class, Object.class, "owner"));
        attempt("null object", () -> VERSION.get(null));
        attempt("an object of another class", () -> raw(VERSION, "text"));
        attempt("a value of another class", () -> rawSet(OWNER, a, 5));

        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    VERSION.incrementAndGet(sub);
                    BALANCE.addAndGet(sub, 1_000_000_000L);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("contended " + sub.version + " " + sub.balance);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void raw(AtomicIntegerFieldUpdater updater, Object target) {
        updater.get(target);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void rawSet(AtomicReferenceFieldUpdater updater, Object target, Object value) {
        updater.set(target, value);
    }
}
