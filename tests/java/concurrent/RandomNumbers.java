import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** ThreadLocalRandom stays in its bounds in every thread; the seeded SplittableRandom gives fixed numbers. */
public class RandomNumbers {
    static boolean inBounds() {
        ThreadLocalRandom r = ThreadLocalRandom.current();
        boolean ok = true;
        for (int i = 0; i < 200; i++) {
            int a = r.nextInt(10);
            int b = r.nextInt(-5, 5);
            long c = r.nextLong(1L << 40);
            long d = r.nextLong(100, 101);
            double e = r.nextDouble();
            double f = r.nextDouble(2.0, 3.0);
            ok &= a >= 0 && a < 10 && b >= -5 && b < 5 && c >= 0 && c < 1L << 40 && d == 100;
            ok &= e >= 0 && e < 1 && f >= 2 && f < 3;
        }
        return ok;
    }

    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("main in bounds " + inBounds());
        System.out.println("one object per program " + (ThreadLocalRandom.current() == ThreadLocalRandom.current()));
        boolean[] ok = new boolean[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> ok[id] = inBounds());
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("other threads " + Arrays.toString(ok));
        attempt("zero bound", () -> ThreadLocalRandom.current().nextInt(0));
        attempt("empty range", () -> ThreadLocalRandom.current().nextInt(5, 5));
        attempt("setSeed", () -> ThreadLocalRandom.current().setSeed(1));
        System.out.println("stream " + ThreadLocalRandom.current().ints(50, 0, 3).allMatch(n -> n >= 0 && n < 3));
        byte[] bytes = new byte[10];
        ThreadLocalRandom.current().nextBytes(bytes);
        System.out.println("all small numbers appear " + (ThreadLocalRandom.current().ints(0, 4).limit(400)
                .distinct().count() == 4));

        SplittableRandom s = new SplittableRandom(42);
        SplittableRandom t = new SplittableRandom(42);
        System.out.println("same seed, same numbers " + (s.nextLong() == t.nextLong()) + " "
                + (s.nextInt() == t.nextInt()));
        SplittableRandom left = s.split();
        SplittableRandom right = t.split();
        System.out.println("splits agree too " + (left.nextInt(1000) == right.nextInt(1000)));
        SplittableRandom fixed = new SplittableRandom(7);
        System.out.println("fixed " + fixed.nextInt(100) + " " + fixed.nextInt(100) + " " + fixed.nextLong(1000)
                + " " + fixed.nextBoolean());
        java.util.Random old = new java.util.Random(1);
        System.out.println("Random(1) " + old.nextInt(100) + " " + old.nextInt(100) + " " + old.nextInt(100));
        int[] shared = IntStream.range(0, 5).map(i -> old.nextInt(10)).toArray();
        System.out.println("then " + Arrays.toString(shared));
    }
}
