import java.util.concurrent.atomic.AtomicLong;

/** Every operation of AtomicLong, values beyond 32 bits, and a contended sum. */
public class AtomicLongs {
    public static void main(String[] args) throws Exception {
        AtomicLong a = new AtomicLong(1L << 40);
        System.out.println("get " + a.get() + " text " + a + " as int " + a.intValue());
        System.out.println("getAndIncrement " + a.getAndIncrement() + ", incrementAndGet " + a.incrementAndGet());
        System.out.println("getAndDecrement " + a.getAndDecrement() + ", decrementAndGet " + a.decrementAndGet());
        System.out.println("getAndAdd " + a.getAndAdd(1L << 33) + ", addAndGet " + a.addAndGet(-(1L << 33)));
        System.out.println("getAndSet " + a.getAndSet(-1) + " -> " + a);
        System.out.println("CAS wrong " + a.compareAndSet(0xFFFFFFFFL, 0) + ", right " + a.compareAndSet(-1, 10));
        System.out.println("exchange wrong " + a.compareAndExchange(11, 0) + ", right "
                + a.compareAndExchange(10, 12) + ", acquire " + a.compareAndExchangeAcquire(12, 13)
                + ", release " + a.compareAndExchangeRelease(13, 14));
        while (!a.weakCompareAndSetVolatile(14, 15)) { }
        while (!a.weakCompareAndSetPlain(15, 16)) { }
        while (!a.weakCompareAndSetAcquire(16, 17)) { }
        while (!a.weakCompareAndSetRelease(17, 18)) { }
        System.out.println("weak chain " + a);
        System.out.println("getAndUpdate " + a.getAndUpdate(x -> -x) + ", updateAndGet " + a.updateAndGet(x -> x * x));
        System.out.println("getAndAccumulate " + a.getAndAccumulate(1000, Long::sum)
                + ", accumulateAndGet " + a.accumulateAndGet(1, Long::min));
        a.lazySet(2);
        System.out.println("lazySet " + a.getPlain());
        a.setPlain(3);
        System.out.println("setPlain " + a.getOpaque());
        a.setOpaque(4);
        System.out.println("setOpaque " + a.getAcquire());
        a.setRelease(5);
        System.out.println("setRelease " + a.longValue() + " " + a.doubleValue() + " " + a.floatValue());
        a.set(Long.MAX_VALUE);
        System.out.println("overflow " + a.incrementAndGet() + " " + a.getAndAdd(-1) + " " + a);

        AtomicLong sum = new AtomicLong();
        AtomicLong product = new AtomicLong(1);
        AtomicLong bits = new AtomicLong();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int k = 1; k <= 100; k++) {
                    sum.addAndGet((long) k << 32);
                    product.accumulateAndGet(3, (x, y) -> x * y);
                }
                for (int k = 0; k < 16; k++) {
                    int bit = id * 16 + k;
                    bits.updateAndGet(b -> b | 1L << bit);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("sum " + sum + ", product " + product + ", bits " + Long.toHexString(bits.get()));
    }
}
