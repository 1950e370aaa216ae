import java.util.Arrays;

/** A bounded buffer by wait and notifyAll: order, bounds, blocking at both ends, several shapes of traffic. */
public class BoundedBuffer {
    private final int[] ring;
    private int head;
    private int count;
    private int most;

    BoundedBuffer(int size) {
        ring = new int[size];
    }

    synchronized void put(int n) throws InterruptedException {
        while (count == ring.length) {
            wait();
        }
        ring[(head + count++) % ring.length] = n;
        most = Math.max(most, count);
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int n = ring[head];
        head = (head + 1) % ring.length;
        count--;
        notifyAll();
        return n;
    }

    static void run(int size, int producers, int consumers) throws InterruptedException {
        BoundedBuffer b = new BoundedBuffer(size);
        int each = 60;
        int[] sums = new int[consumers];
        Thread[] ts = new Thread[producers + consumers];
        for (int t = 0; t < ts.length; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                try {
                    if (id < producers) {
                        for (int i = 0; i < each * consumers; i++) {
                            b.put(id * 1000 + i);
                        }
                    } else {
                        for (int i = 0; i < each * producers; i++) {
                            sums[id - producers] += b.take();
                        }
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("size " + size + ", " + producers + " to " + consumers + ": sum "
                + Arrays.stream(sums).sum() + ", left " + b.count + ", within bounds " + (b.most <= size));
    }

    public static void main(String[] args) throws Exception {
        BoundedBuffer b = new BoundedBuffer(2);
        b.put(1);
        b.put(2);
        Thread putter = new Thread(() -> {
            try {
                b.put(3);
            } catch (InterruptedException e) {
                System.out.println("put interrupted, count " + b.count);
            }
        });
        putter.start();
        while (putter.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println("a full buffer blocks: " + putter.getState());
        putter.interrupt();
        putter.join();
        System.out.println("take " + b.take() + " " + b.take());
        for (int size : new int[] {1, 3}) {
            for (int[] shape : new int[][] {{1, 1}, {2, 1}, {1, 2}, {3, 3}}) {
                run(size, shape[0], shape[1]);
            }
        }
    }
}
