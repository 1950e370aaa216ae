/** Threads take inodes and blocks, each under its lock; up to 13 threads never meet (Flanagan and Godefroid, POPL 2005). */
public class FileSystem {
    static final int BLOCKS = 26, INODES = 32;
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Object[] locki = new Object[INODES], lockb = new Object[BLOCKS];
        int[] inode = new int[INODES];
        boolean[] busy = new boolean[BLOCKS];
        for (int i = 0; i < INODES; i++) locki[i] = new Object();
        for (int b = 0; b < BLOCKS; b++) lockb[b] = new Object();
        Thread[] ts = new Thread[n];
        for (int t = 0; t < n; t++) {
            int i = t % INODES;
            ts[t] = new Thread(() -> {
                synchronized (locki[i]) {
                    if (inode[i] != 0) return;
                    int b = (i * 2) % BLOCKS;
                    while (true) {
                        synchronized (lockb[b]) {
                            if (!busy[b]) {
                                busy[b] = true;
                                inode[i] = b + 1;
                                return;
                            }
                        }
                        b = (b + 1) % BLOCKS;
                    }
                }
            });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
}
