import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** LongAdder, DoubleAdder and the accumulators, alone and under contention that spreads them over cells. */
public class Adders {
    static void parallel(int threads, Runnable body) throws InterruptedException {
        Thread[] ts = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            ts[i] = new Thread(body);
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        System.out.println("fresh " + adder + " " + adder.sum());
        adder.increment();
        adder.add(10);
        adder.decrement();
        adder.add(-3);
        System.out.println("sum " + adder.sum() + " " + adder.intValue() + " " + adder.longValue() + " "
                + adder.floatValue() + " " + adder.doubleValue());
        System.out.println("sumThenReset " + adder.sumThenReset() + " then " + adder);
        adder.add(Long.MAX_VALUE);
        adder.increment();
        System.out.println("overflow " + adder);
        adder.reset();
        System.out.println("reset " + adder);

        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        System.out.println("identity " + max.get());
        max.accumulate(5);
        max.accumulate(-7);
        max.accumulate(12);
        System.out.println("max " + max + " " + max.intValue());
        System.out.println("getThenReset " + max.getThenReset() + " " + max.get());
        LongAccumulator product = new LongAccumulator((x, y) -> x * y, 1);
        for (int i = 1; i <= 10; i++) {
            product.accumulate(i);
        }
        System.out.println("10! " + product.get());
        product.reset();
        System.out.println("reset " + product);

        DoubleAdder doubles = new DoubleAdder();
        doubles.add(0.5);
        doubles.add(0.25);
        System.out.println("double " + doubles.sum() + " " + doubles + " " + doubles.intValue());
        System.out.println("sumThenReset " + doubles.sumThenReset() + " " + doubles);
        DoubleAccumulator min = new DoubleAccumulator(Double::min, Double.POSITIVE_INFINITY);
        System.out.println("identity " + min);
        min.accumulate(2.5);
        min.accumulate(-1.5);
        System.out.println("min " + min.get() + " " + min.longValue() + " " + min.getThenReset() + " " + min);

        parallel(8, () -> {
            for (int k = 1; k <= 500; k++) {
                adder.add(k);
                max.accumulate(k);
                doubles.add(0.5);
                min.accumulate(-k);
            }
        });
        System.out.println("8 threads: sum " + adder + ", max " + max + ", doubles " + doubles + ", min " + min);
        LongAdder zero = new LongAdder();
        parallel(4, () -> {
            for (int k = 0; k < 300; k++) {
                zero.increment();
                Thread.yield();
                zero.decrement();
            }
        });
        System.out.println("back at " + zero);
    }
}
