import java.util.concurrent.atomic.AtomicIntegerArray;
/** Threads insert into a hash table without collisions: one execution (Flanagan and Godefroid, POPL 2005). */
public class Indexer {
    static final int SIZE = 128, MAX = 4;
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        AtomicIntegerArray table = new AtomicIntegerArray(SIZE);
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            int tid = i;
            ts[i] = new Thread(() -> {
                for (int m = 0; m < MAX; m++) {
                    int w = (m + 1) * 11 + tid;
                    int h = (w * 7) % SIZE;
                    while (!table.compareAndSet(h, 0, w)) h = (h + 1) % SIZE;
                }
            });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
}
