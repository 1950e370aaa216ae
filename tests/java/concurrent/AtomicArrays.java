import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Arrays with atomic elements: copies at construction, every kind of update, bounds, contended slots. */
public class AtomicArrays {
    public static void main(String[] args) throws Exception {
        int[] source = {1, 2, 3};
        AtomicIntegerArray ints = new AtomicIntegerArray(source);
        source[0] = 99;
        System.out.println("a copy " + ints + " length " + ints.length());
        System.out.println("getAndSet " + ints.getAndSet(0, 10) + ", incrementAndGet " + ints.incrementAndGet(0)
                + ", getAndDecrement " + ints.getAndDecrement(0) + ", getAndAdd " + ints.getAndAdd(1, 5));
        System.out.println("CAS " + ints.compareAndSet(1, 7, 8) + " " + ints.compareAndSet(1, 7, 9)
                + ", exchange " + ints.compareAndExchange(1, 8, 9)
                + ", updateAndGet " + ints.updateAndGet(2, x -> x * 7));
        System.out.println("accumulate " + ints.accumulateAndGet(2, 4, (x, y) -> x - y)
                + " " + ints.getAndAccumulate(2, 2, Math::min) + " " + ints);
        ints.lazySet(0, -1);
        ints.setRelease(1, -2);
        ints.setOpaque(2, -3);
        System.out.println(ints.getAcquire(0) + " " + ints.getOpaque(1) + " " + ints.getPlain(2));
        for (int bad : new int[] {-1, 3}) {
            try {
                ints.get(bad);
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        AtomicLongArray longs = new AtomicLongArray(3);
        System.out.println("fresh " + longs);
        longs.set(0, 1L << 35);
        System.out.println(longs.addAndGet(0, 1) + " " + longs.getAndUpdate(1, x -> x + 9) + " "
                + longs.decrementAndGet(2) + " " + longs.compareAndExchange(2, -1, 4) + " " + longs);

        AtomicReferenceArray<String> refs = new AtomicReferenceArray<>(2);
        String old = new String("a");
        refs.set(0, old);
        System.out.println(refs.compareAndSet(0, new String("a"), "b") + " " + refs.compareAndSet(0, old, "b")
                + " " + refs.getAndSet(1, "c") + " " + refs.accumulateAndGet(0, "x", String::concat)
                + " " + refs.getAndUpdate(1, s -> s + s) + " " + refs);
        System.out.println(refs.compareAndExchange(1, "none", "d") + " " + refs.length());
        try {
            new AtomicIntegerArray(-1);
        } catch (NegativeArraySizeException e) {
            System.out.println("negative length " + e.getMessage());
        }

        AtomicIntegerArray histogram = new AtomicIntegerArray(5);
        AtomicReferenceArray<Integer> most = new AtomicReferenceArray<>(new Integer[] {0, 0, 0, 0, 0});
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    int slot = (k + id) % 5;
                    histogram.getAndIncrement(slot);
                    most.accumulateAndGet(slot, id * 100 + k, Math::max);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("histogram " + histogram);
        System.out.println("greatest " + most);
    }
}
