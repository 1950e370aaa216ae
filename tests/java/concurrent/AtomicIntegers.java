import java.util.concurrent.atomic.AtomicInteger;

/** Every operation of AtomicInteger with its return value, then a contended counter. */
public class AtomicIntegers {
    public static void main(String[] args) throws Exception {
        AtomicInteger a = new AtomicInteger();
        System.out.println("initial " + a.get() + " " + new AtomicInteger(7));
        a.set(5);
        System.out.println("getAndSet " + a.getAndSet(6) + " -> " + a);
        System.out.println("incrementAndGet " + a.incrementAndGet() + ", getAndIncrement " + a.getAndIncrement());
        System.out.println("decrementAndGet " + a.decrementAndGet() + ", getAndDecrement " + a.getAndDecrement());
        System.out.println("addAndGet " + a.addAndGet(10) + ", getAndAdd " + a.getAndAdd(-3) + " -> " + a);
        System.out.println("compareAndSet wrong " + a.compareAndSet(0, 1) + ", right " + a.compareAndSet(13, 20));
        System.out.println("compareAndExchange wrong " + a.compareAndExchange(1, 2)
                + ", right " + a.compareAndExchange(20, 21) + " -> " + a);
        System.out.println("acquire " + a.compareAndExchangeAcquire(21, 22)
                + ", release " + a.compareAndExchangeRelease(22, 23) + " -> " + a);
        while (!a.weakCompareAndSetPlain(23, 24)) { }
        while (!a.weakCompareAndSetVolatile(24, 25)) { }
        while (!a.weakCompareAndSetAcquire(25, 26)) { }
        while (!a.weakCompareAndSetRelease(26, 27)) { }
        System.out.println("weak CAS chain -> " + a);
        System.out.println("weak CAS on a wrong value " + a.weakCompareAndSetVolatile(0, 1));
        System.out.println("getAndUpdate " + a.getAndUpdate(x -> x * 2)
                + ", updateAndGet " + a.updateAndGet(x -> x + 1));
        System.out.println("getAndAccumulate " + a.getAndAccumulate(100, Math::max)
                + ", accumulateAndGet " + a.accumulateAndGet(7, (x, y) -> x - y));
        a.lazySet(1);
        System.out.println("lazySet " + a.get());
        a.setPlain(2);
        System.out.println("plain " + a.getPlain());
        a.setOpaque(3);
        System.out.println("opaque " + a.getOpaque());
        a.setRelease(4);
        System.out.println("acquire " + a.getAcquire());
        System.out.println("as number " + a.intValue() + " " + a.longValue() + " " + a.floatValue()
                + " " + a.doubleValue() + " " + a.byteValue() + " " + a.shortValue());
        a.set(Integer.MAX_VALUE);
        System.out.println("overflow " + a.incrementAndGet() + " " + a.decrementAndGet());
        System.out.println("equality is identity: " + new AtomicInteger(1).equals(new AtomicInteger(1)));

        AtomicInteger shared = new AtomicInteger();
        AtomicInteger most = new AtomicInteger(Integer.MIN_VALUE);
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 200; k++) {
                    shared.getAndIncrement();
                    most.accumulateAndGet(id * 1000 + k, Math::max);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("4 threads x 200: " + shared + ", greatest " + most);
    }
}
