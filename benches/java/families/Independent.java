/** Each thread increments a volatile variable of its own three times: one execution. */
public class Independent {
    static class C { volatile int v; }
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        C[] cs = new C[n];
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            C c = cs[i] = new C();
            ts[i] = new Thread(() -> { for (int k = 0; k < 3; k++) c.v++; });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        for (C c : cs) assert c.v == 3;
    }
}
