import java.util.concurrent.ForkJoinPool;

/**
 * Tasks of the common pool.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ForkJoin {
    static int x;

    public static void main(String[] args) throws Exception {
        assert ForkJoinPool.commonPool().submit(() -> ++x).get() == 1;
    }
}
