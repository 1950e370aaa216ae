/**
 * Threads that look for divisors share what they found, by a data race that does no harm (JPR paper, isprime of Fig. 14, after the
 * example in section 2.6 of Oracle's guide to its Thread Analyzer).
 *
 * <p>A number marked as composite need not be tried as a divisor. Who misses a mark tries in vain, and still answers right.
 *
 * <p>Property: every answer is right.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class IsPrime {
    static final boolean[] composite = new boolean[26];

    static boolean isPrime(int n) {
        for (int divisor = 2; divisor * divisor <= n; divisor++) {
            if (!composite[divisor] && n % divisor == 0) {
                composite[n] = true;
                return false;
            }
        }
        return true;
    }

    static void first() {
        assert !isPrime(4);
        assert isPrime(17);
    }

    static void second() {
        assert !isPrime(4);
        assert !isPrime(25);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(IsPrime::first, "first");
        Thread second = new Thread(IsPrime::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
