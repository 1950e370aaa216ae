// Atomic field updaters and the atomic classes, on one thread.
import java.util.*;
import java.util.concurrent.atomic.*;

public class FieldUpdaters {
    volatile int i = 1;
    volatile long l = 2;
    volatile String s = "a";
    int plain;
    static volatile int st;
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e.getClass().getSimpleName() + " " + e.getMessage()); } }

    public static void main(String[] args) {
        FieldUpdaters o = new FieldUpdaters();
        AtomicIntegerFieldUpdater<FieldUpdaters> I = AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "i");
        AtomicLongFieldUpdater<FieldUpdaters> L = AtomicLongFieldUpdater.newUpdater(FieldUpdaters.class, "l");
        AtomicReferenceFieldUpdater<FieldUpdaters, String> S = AtomicReferenceFieldUpdater.newUpdater(FieldUpdaters.class, String.class, "s");
        System.out.println(I.incrementAndGet(o) + " " + I.getAndAdd(o, 5) + " " + I.compareAndSet(o, 7, 70) + " " + I.updateAndGet(o, x -> x / 2) + " " + I.accumulateAndGet(o, 3, Math::max) + " " + o.i);
        System.out.println(L.decrementAndGet(o) + " " + L.getAndSet(o, 1L << 40) + " " + L.addAndGet(o, 1) + " " + o.l);
        System.out.println(S.getAndSet(o, "b") + " " + S.compareAndSet(o, "b", "c") + " " + S.updateAndGet(o, x -> x + x) + " " + S.getAndAccumulate(o, "z", String::concat) + " " + o.s);
        t("not volatile", () -> AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "plain"));
        t("no field", () -> AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "nope"));
        t("wrong type", () -> AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "l"));
        t("wrong class", () -> AtomicReferenceFieldUpdater.newUpdater(FieldUpdaters.class, Integer.class, "s"));
        t("null object", () -> I.get(null));
        AtomicInteger a = new AtomicInteger(5);
        System.out.println(a.getAndIncrement() + " " + a.incrementAndGet() + " " + a.getAndDecrement() + " " + a.addAndGet(10) + " " + a.compareAndSet(16, 1) + " " + a.getAndUpdate(x -> x * 10) + " " + a.accumulateAndGet(7, (x, y) -> x - y) + " " + a + " " + a.getPlain() + a.getAcquire() + a.getOpaque() + " " + a.compareAndExchange(3, 4) + a.weakCompareAndSetPlain(99, 1) + a.intValue() + a.doubleValue());
        a.lazySet(9); a.setRelease(a.get() + 1); a.setOpaque(11); a.setPlain(12);
        AtomicLong al = new AtomicLong(Long.MAX_VALUE);
        System.out.println(a.get() + " " + al.incrementAndGet() + " " + al.getAndAdd(-1) + " " + al);
        AtomicBoolean ab = new AtomicBoolean();
        System.out.println(ab.compareAndSet(false, true) + " " + ab.getAndSet(false) + " " + ab + " " + ab.compareAndExchange(false, true) + ab.get());
        AtomicReference<List<Integer>> ar = new AtomicReference<>(List.of());
        System.out.println(ar.updateAndGet(x -> List.of(1)) + " " + ar.getAndSet(null) + " " + ar + " " + ar.compareAndSet(null, List.of(2)) + ar.get());
        AtomicIntegerArray ia = new AtomicIntegerArray(new int[] {1, 2, 3});
        System.out.println(ia.getAndAdd(1, 5) + " " + ia.incrementAndGet(0) + " " + ia.compareAndSet(2, 3, 33) + " " + ia + " " + ia.length() + " " + ia.accumulateAndGet(2, 2, Math::floorMod));
        t("array bounds", () -> ia.get(3));
        AtomicLongArray la = new AtomicLongArray(2);
        la.addAndGet(1, 5);
        AtomicReferenceArray<String> ra = new AtomicReferenceArray<>(new String[] {"p", "q"});
        System.out.println(la + " " + ra.getAndSet(0, "r") + ra + ra.updateAndGet(1, x -> x + "!"));
        LongAdder adder = new LongAdder();
        for (int i = 0; i < 100; i++) adder.add(i);
        adder.decrement();
        LongAccumulator acc = new LongAccumulator(Long::max, Long.MIN_VALUE);
        acc.accumulate(5); acc.accumulate(3);
        DoubleAdder da = new DoubleAdder();
        da.add(1.5); da.add(2.25);
        DoubleAccumulator dacc = new DoubleAccumulator((x, y) -> x * y, 1);
        dacc.accumulate(3); dacc.accumulate(0.5);
        System.out.println(adder.sumThenReset() + " " + adder + " " + acc + " " + da.sum() + " " + dacc.getThenReset() + " " + dacc);
        AtomicStampedReference<String> sr = new AtomicStampedReference<>("x", 1);
        int[] stamp = new int[1];
        System.out.println(sr.compareAndSet("x", "y", 1, 2) + " " + sr.compareAndSet("y", "z", 1, 2) + " " + sr.get(stamp) + stamp[0] + " " + sr.attemptStamp("y", 9) + sr.getStamp());
        AtomicMarkableReference<String> mr = new AtomicMarkableReference<>("m", false);
        System.out.println(mr.attemptMark("m", true) + " " + mr.isMarked() + " " + mr.compareAndSet("m", "n", false, false) + mr.getReference());
    }
}
