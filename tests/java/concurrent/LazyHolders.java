import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Lazy initialisation without locks of one's own: holder class, enum, CAS, map; each made once and seen whole. */
public class LazyHolders {
    static final AtomicInteger MADE = new AtomicInteger();

    static class Thing {
        final String name;
        int later;

        Thing(String name) {
            MADE.incrementAndGet();
            this.name = name;
            later = name.length();
        }

        @Override
        public String toString() {
            return name + "/" + later;
        }
    }

    static class Holder {
        static final Thing THING = new Thing("holder");

        static Thing other() {
            return THING;
        }
    }

    enum Single {
        INSTANCE;

        final Thing thing = new Thing("enum");
    }

    static final AtomicReference<Thing> CAS = new AtomicReference<>();
    static final ConcurrentHashMap<String, Thing> MAP = new ConcurrentHashMap<>();

    static Thing byCas() {
        if (CAS.get() == null) {
            CAS.compareAndSet(null, new Thing("cas"));
        }
        return CAS.get();
    }

    static String race(Supplier<Thing> get) throws InterruptedException {
        Thing[] got = new Thing[5];
        Thread[] ts = new Thread[5];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> got[id] = get.get());
            ts[i].start();
        }
        boolean same = true;
        for (int i = 0; i < ts.length; i++) {
            ts[i].join();
            same &= got[i] == got[0];
        }
        return got[0] + " same for all " + same;
    }

    public static void main(String[] args) throws Exception {
        System.out.println("nothing made " + MADE);
        Supplier<Thing> notYet = () -> Holder.THING;
        System.out.println("naming the holder makes nothing " + MADE);
        System.out.println(race(notYet) + ", made " + MADE);
        System.out.println(race(Holder::other) + ", made " + MADE);
        System.out.println(race(() -> Single.INSTANCE.thing) + ", made " + MADE);
        System.out.println(race(() -> Single.valueOf("INSTANCE").thing) + ", made " + MADE);
        System.out.println(race(() -> MAP.computeIfAbsent("key", k -> new Thing("map"))) + ", made " + MADE);
        System.out.println(race(() -> MAP.computeIfAbsent("key", k -> new Thing("never"))) + ", made " + MADE);
        // With a bare compare-and-set losers may make one too, but nobody sees it.
        int before = MADE.get();
        System.out.println(race(LazyHolders::byCas) + ", made at least one " + (MADE.get() > before));
        ThreadLocal<Thing> local = ThreadLocal.withInitial(() -> new Thing("local"));
        Thing[] two = new Thing[2];
        Thread t = new Thread(() -> two[0] = local.get());
        t.start();
        t.join();
        two[1] = local.get();
        System.out.println("thread locals differ " + (two[0] != two[1]) + ", stay " + (two[1] == local.get()));
    }
}
