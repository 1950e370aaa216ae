// How deep recursion goes: ten thousand small frames fit into any stack, and a thread with a larger stack goes deeper.
public class StackSizes {
    static int depth;

    static int sum(int n) {
        return n == 0 ? 0 : 1 + sum(n - 1);
    }

    static void forever() {
        depth++;
        forever();
    }

    static long wide(long a, long b, double c, Object d) {
        depth++;
        return wide(a + 1, b, c, d) + 1;
    }

    static int measure(Runnable body) {
        depth = 0;
        try {
            body.run();
        } catch (StackOverflowError e) {
            return depth;
        }
        return -1;
    }

    static void inThread(long stackSize, Runnable body) throws InterruptedException {
        Thread thread = new Thread(null, body, "deep", stackSize);
        thread.start();
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        inThread(1L << 28, () -> System.out.println("large " + sum(200_000)));
        inThread(0, () -> System.out.println("usual " + sum(5000)));
        inThread(1, () -> System.out.println("small " + sum(500)));
        System.out.println("main " + sum(8000));
        int usual = measure(StackSizes::forever);
        int wide = measure(() -> wide(1, 2, 3, null));
        System.out.println(usual > 5000 && usual < 500_000);
        System.out.println(wide > 2000 && wide < 500_000);
        int[] large = new int[1];
        inThread(1L << 25, () -> large[0] = measure(StackSizes::forever));
        System.out.println(large[0] > 4 * usual);
    }
}
