import java.math.BigInteger;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A result cache from ConcurrentHashMap and FutureTask: each value computed once, waiters share it, failures retry. */
public class Memoizer<K, V> {
    private final ConcurrentHashMap<K, FutureTask<V>> cache = new ConcurrentHashMap<>();
    private final Function<K, V> function;

    Memoizer(Function<K, V> function) {
        this.function = function;
    }

    V get(K key) throws InterruptedException {
        while (true) {
            Callable<V> call = () -> function.apply(key);
            FutureTask<V> mine = new FutureTask<>(call);
            FutureTask<V> f = cache.putIfAbsent(key, mine);
            if (f == null) {
                f = mine;
                mine.run();
            }
            try {
                return f.get();
            } catch (CancellationException e) {
                cache.remove(key, f);
            } catch (ExecutionException e) {
                cache.remove(key, f);
                throw (RuntimeException) e.getCause();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Memoizer<Integer, BigInteger> factorial = new Memoizer<>(n -> {
            calls.incrementAndGet();
            BigInteger r = BigInteger.ONE;
            for (int i = 2; i <= n; i++) {
                r = r.multiply(BigInteger.valueOf(i));
            }
            return r;
        });
        System.out.println("20! " + factorial.get(20) + ", again " + factorial.get(20) + ", calls " + calls);
        CountDownLatch start = new CountDownLatch(1);
        BigInteger[] sums = new BigInteger[5];
        Thread[] ts = new Thread[5];
        for (int t = 0; t < ts.length; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                try {
                    start.await();
                    BigInteger s = BigInteger.ZERO;
                    for (int i = 0; i < 25; i++) {
                        s = s.add(factorial.get((i + id * 7) % 25));
                    }
                    sums[id] = s;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            ts[t].start();
        }
        start.countDown();
        for (int t = 0; t < ts.length; t++) {
            ts[t].join();
            System.out.println("thread " + t + " sum " + sums[t]);
        }
        System.out.println("each computed once: calls " + calls + ", cached " + factorial.cache.size());

        AtomicInteger tries = new AtomicInteger();
        Memoizer<String, Integer> flaky = new Memoizer<>(s -> {
            if (tries.incrementAndGet() < 3) {
                throw new IllegalStateException("try " + tries);
            }
            return s.length();
        });
        for (int i = 0; i < 4; i++) {
            try {
                System.out.println("flaky " + flaky.get("word") + " after " + tries);
            } catch (IllegalStateException e) {
                System.out.println("flaky failed: " + e.getMessage());
            }
        }
    }
}
