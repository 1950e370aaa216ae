/** wait gives the monitor up completely, whatever the depth, takes it back to that depth, and keeps other monitors. */
public class WaitReleasesAll {
    private final Object other = new Object();
    private boolean called;
    private int depthAfter;

    synchronized void deep(int n) throws InterruptedException {
        if (n > 0) {
            deep(n - 1);
            depthAfter++;
            System.out.println("back at depth " + depthAfter + ", owner " + Thread.holdsLock(this));
            return;
        }
        while (!called) {
            wait();
        }
        System.out.println("woken, owner " + Thread.holdsLock(this));
    }

    synchronized void call() {
        System.out.println("caller is inside, owner " + Thread.holdsLock(this));
        called = true;
        notifyAll();
        System.out.println("caller still inside");
    }

    public static void main(String[] args) throws Exception {
        WaitReleasesAll w = new WaitReleasesAll();
        Thread t = new Thread(() -> {
            synchronized (w.other) {
                try {
                    w.deep(4);
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
                System.out.println("after: this " + Thread.holdsLock(w) + ", other " + Thread.holdsLock(w.other));
            }
        });
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        Thread blocked = new Thread(() -> {
            synchronized (w.other) {
                System.out.println("the other monitor is free at last");
            }
        });
        blocked.start();
        while (blocked.getState() != Thread.State.BLOCKED) {
            Thread.sleep(1);
        }
        System.out.println("the other monitor was not released: " + blocked.getState());
        w.call();
        t.join();
        blocked.join();

        // The same by an interrupt: the monitor is taken again before the exception is thrown.
        Thread interrupted = new Thread(() -> {
            synchronized (w) {
                synchronized (w) {
                    try {
                        w.wait();
                    } catch (InterruptedException e) {
                        System.out.println("exception with owner " + Thread.holdsLock(w));
                    }
                }
                System.out.println("outer block, owner " + Thread.holdsLock(w));
            }
            System.out.println("left, owner " + Thread.holdsLock(w));
        });
        interrupted.start();
        while (interrupted.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        synchronized (w) {
            interrupted.interrupt();
            System.out.println("interrupt sent by the owner");
        }
        interrupted.join();
    }
}
