/** notify wakes one waiter, notifyAll every waiter; each must take the monitor again, one after the other. */
public class NotifyOneOrAll {
    private final Object lock = new Object();
    private int waiting;
    private int woken;
    private int inside;
    private int mostInside;

    void waitOnce() {
        synchronized (lock) {
            waiting++;
            try {
                lock.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            woken++;
            inside++;
            mostInside = Math.max(mostInside, inside);
            inside--;
        }
    }

    int get(boolean ofWaiting) {
        synchronized (lock) {
            return ofWaiting ? waiting : woken;
        }
    }

    void until(boolean ofWaiting, int n) throws InterruptedException {
        while (get(ofWaiting) < n) {
            Thread.sleep(1);
        }
    }

    static int alive(Thread[] ts) {
        int n = 0;
        for (Thread t : ts) {
            n += t.isAlive() ? 1 : 0;
        }
        return n;
    }

    public static void main(String[] args) throws Exception {
        NotifyOneOrAll n = new NotifyOneOrAll();
        Thread[] ts = new Thread[6];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(n::waitOnce);
            ts[i].start();
        }
        n.until(true, 6);
        System.out.println("six wait");
        for (int i = 1; i <= 2; i++) {
            synchronized (n.lock) {
                n.lock.notify();
                System.out.println("notified, still owner: woken " + n.woken);
            }
            n.until(false, i);
            System.out.println("woken " + n.get(false));
        }
        while (alive(ts) > 4) {
            Thread.sleep(1);
        }
        System.out.println("alive " + alive(ts));
        synchronized (n.lock) {
            // Two notifications before the monitor is left wake two different waiters.
            n.lock.notify();
            n.lock.notify();
            System.out.println("two at once, still owner: woken " + n.woken);
        }
        n.until(false, 4);
        System.out.println("woken " + n.get(false));
        synchronized (n.lock) {
            n.lock.notifyAll();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("all woken " + n.get(false) + ", most inside at once " + n.mostInside);
    }
}
