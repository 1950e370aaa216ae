/** Instance, static and block synchronisation; the monitor is re-entrant and belongs to object or class. */
public class SynchronizedKinds {
    private int depth;
    private int count;
    private static int total;

    synchronized int recurse(int n) {
        depth++;
        return n == 0 ? depth : recurse(n - 1);
    }

    synchronized void add() {
        count++;
        addTotal();
    }

    static synchronized void addTotal() {
        total++;
    }

    synchronized boolean ownsThis() {
        return Thread.holdsLock(this);
    }

    static synchronized boolean ownsClass() {
        return Thread.holdsLock(SynchronizedKinds.class);
    }

    boolean unsynchronised() {
        return Thread.holdsLock(this);
    }

    public static void main(String[] args) throws Exception {
        SynchronizedKinds a = new SynchronizedKinds();
        SynchronizedKinds b = new SynchronizedKinds();
        System.out.println("recursion depth " + a.recurse(20));
        System.out.println("owner: " + a.ownsThis() + " " + ownsClass() + " " + a.unsynchronised());
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            SynchronizedKinds mine = i % 2 == 0 ? a : b;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 250; k++) {
                    mine.add();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("counts " + a.count + " " + b.count + " total " + total);

        // Two objects have two monitors: holding one does not keep others out of the second.
        synchronized (a) {
            Thread other = new Thread(b::add);
            other.start();
            other.join();
            System.out.println("b.count " + b.count + " while main holds a: " + Thread.holdsLock(a));
            // An instance method does not take the class's monitor, nor the other way round.
            Thread statics = new Thread(SynchronizedKinds::addTotal);
            statics.start();
            statics.join();
            System.out.println("total " + total);
            synchronized (a) {
                synchronized (b) {
                    System.out.println("nested: " + Thread.holdsLock(a) + " " + Thread.holdsLock(b));
                }
            }
            System.out.println("after the inner blocks: " + Thread.holdsLock(a) + " " + Thread.holdsLock(b));
        }
        System.out.println("after the outer block: " + Thread.holdsLock(a));
        int[] array = new int[1];
        synchronized (array) {
            array[0] = 1;
            System.out.println("an array has a monitor: " + Thread.holdsLock(array));
        }
        try {
            Object none = null;
            synchronized (none) {
                System.out.println("entered null");
            }
        } catch (NullPointerException e) {
            System.out.println("null has no monitor");
        }
        try {
            Thread.holdsLock(null);
        } catch (NullPointerException e) {
            System.out.println("holdsLock(null): NullPointerException");
        }
    }
}
