/** n threads that increment a plain variable k times: all values from 2 (1, if k is 1) to n·k, in a great many executions. */
public class PlainIncrements {
    static int x;
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        int k = Integer.parseInt(args[1]);
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) { ts[i] = new Thread(() -> { for (int j = 0; j < k; j++) x++; }); }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        assert x >= 1 && x <= n * k : x;
    }
}
