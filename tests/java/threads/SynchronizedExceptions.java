/** Leaving a synchronized method or block by an exception, a return or a jump releases the monitor. */
public class SynchronizedExceptions {
    private int entered;

    synchronized void fail() {
        entered++;
        throw new IllegalStateException("from a synchronized method");
    }

    synchronized void failNested(int n) {
        if (n == 0) {
            throw new IllegalArgumentException("from depth");
        }
        failNested(n - 1);
    }

    static synchronized void failStatic() {
        throw new UnsupportedOperationException("static");
    }

    int returnInside(int n) {
        for (int i = 0; ; i++) {
            synchronized (this) {
                if (i == n) {
                    return i;
                }
                if (i % 2 == 0) {
                    continue;
                }
                entered++;
            }
        }
    }

    static void tryFrom(String name, Object monitor) throws InterruptedException {
        boolean mine = Thread.holdsLock(monitor);
        Thread t = new Thread(() -> {
            synchronized (monitor) {
                System.out.println(name + " can enter");
            }
        });
        t.start();
        t.join();
        System.out.println("main owns it: " + mine);
    }

    public static void main(String[] args) throws Exception {
        SynchronizedExceptions s = new SynchronizedExceptions();
        try {
            s.fail();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + ", entered " + s.entered);
        }
        tryFrom("after a method", s);
        try {
            s.failNested(5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        tryFrom("after recursion", s);
        try {
            failStatic();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        tryFrom("after a static method", SynchronizedExceptions.class);
        Object lock = new Object();
        try {
            synchronized (lock) {
                synchronized (s) {
                    int[] a = new int[1];
                    a[1] = 0;
                }
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        tryFrom("after nested blocks", lock);
        tryFrom("after nested blocks, inner", s);
        System.out.println("returned " + s.returnInside(4) + ", entered " + s.entered);
        tryFrom("after a return and continues", s);
        synchronized (lock) {
            try {
                synchronized (lock) {
                    throw new RuntimeException("inner");
                }
            } catch (RuntimeException e) {
                System.out.println(e.getMessage() + ", still owned by the outer block " + Thread.holdsLock(lock));
            }
        }
    }
}
