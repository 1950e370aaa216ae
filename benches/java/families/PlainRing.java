/** Store buffering in a ring of n threads, with plain array elements: each writes its own and reads the next. */
public class PlainRing {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        int[] x = new int[n];
        int[] seen = new int[n];
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) { int me = i; ts[i] = new Thread(() -> { x[me] = 1; seen[me] = x[(me + 1) % n]; }); }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        for (int value : seen) assert value == 0 || value == 1;
    }
}
