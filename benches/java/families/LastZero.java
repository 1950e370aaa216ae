import java.util.concurrent.atomic.AtomicIntegerArray;
/** A thread looks for the last zero of an array while others overwrite it (Abdulla et al., POPL 2014). */
public class LastZero {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        AtomicIntegerArray a = new AtomicIntegerArray(n + 1);
        Thread[] ts = new Thread[n + 1];
        ts[0] = new Thread(() -> { int i = n; while (a.get(i) != 0) i--; });
        for (int j = 1; j <= n; j++) { int me = j; ts[j] = new Thread(() -> a.set(me, a.get(me - 1) + 1)); }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
}
