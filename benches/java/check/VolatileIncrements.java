/** So many threads increment a volatile field so many times each. */
public class VolatileIncrements {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        int times = Integer.parseInt(args[1]);
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < times; j++) {
                    x++;
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert x > 0;
    }
}
