/** Store buffering in a ring: each thread writes its own volatile field and reads that of the next. */
public class StoreBufferRing {
    static volatile int a;
    static volatile int b;
    static volatile int c;
    static volatile int d;
    static volatile int r;

    public static void main(String[] args) throws InterruptedException {
        Runnable[] bodies = {
            () -> {
                a = 1;
                if (b == 1) {
                    r = 1;
                }
            },
            () -> {
                b = 1;
                if (c == 1) {
                    r = 1;
                }
            },
            () -> {
                c = 1;
                if (d == 1) {
                    r = 1;
                }
            },
            () -> {
                d = 1;
                if (a == 1) {
                    r = 1;
                }
            },
        };
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert r == 1;
    }
}
