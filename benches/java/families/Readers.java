/** One writer and n readers of a volatile variable: 2^n executions (Abdulla et al., POPL 2014). */
public class Readers {
    static volatile int x;
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Thread[] ts = new Thread[n + 1];
        int[] seen = new int[n];
        for (int i = 0; i < n; i++) { int me = i; ts[i] = new Thread(() -> { seen[me] = x; }); }
        ts[n] = new Thread(() -> { x = 1; });
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
}
