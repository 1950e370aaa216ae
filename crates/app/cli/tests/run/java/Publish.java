import java.util.concurrent.atomic.AtomicInteger;

/** A small program for traces. */
public class Publish {
    static int data;
    static volatile boolean ready;
    static final int[] cells = new int[2];
    static final AtomicInteger count = new AtomicInteger();
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(Publish::read, "reader");
        reader.start();
        data = 42;
        ready = true;
        count.incrementAndGet();
        synchronized (lock) {
            while (cells[1] == 0) {
                lock.wait();
            }
        }
        reader.join();
    }

    static void read() {
        while (!ready) {
            Thread.onSpinWait();
        }
        System.out.println("read " + data);
        synchronized (lock) {
            cells[1] = data;
            lock.notifyAll();
        }
    }
}
