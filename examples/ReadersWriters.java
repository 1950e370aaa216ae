/**
 * A lock for many readers or one writer, made of a monitor.
 *
 * <p>The pair of values is plain and accessed outside of the monitor: what orders the accesses is that a writer enters the monitor after the
 * last reader has left it, and the other way round.
 *
 * <p>Property: a reader sees a pair that belongs together, a writer is alone.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class ReadersWriters {
    static final Object monitor = new Object();
    static int readers;
    static boolean writing;
    static int x;
    static int y;

    static void beginRead() throws InterruptedException {
        synchronized (monitor) {
            while (writing) {
                monitor.wait();
            }
            readers++;
        }
    }

    static void endRead() {
        synchronized (monitor) {
            readers--;
            if (readers == 0) {
                monitor.notifyAll();
            }
        }
    }

    static void beginWrite() throws InterruptedException {
        synchronized (monitor) {
            while (writing || readers > 0) {
                monitor.wait();
            }
            writing = true;
        }
    }

    static void endWrite() {
        synchronized (monitor) {
            writing = false;
            monitor.notifyAll();
        }
    }

    static void read() {
        try {
            beginRead();
            assert x == y;
            endRead();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void write() {
        try {
            beginWrite();
            x++;
            y++;
            endWrite();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(ReadersWriters::read, "first reader");
        Thread second = new Thread(ReadersWriters::read, "second reader");
        Thread writer = new Thread(ReadersWriters::write, "writer");
        first.start();
        second.start();
        writer.start();
        first.join();
        second.join();
        writer.join();
        assert x == 1 && y == 1 && readers == 0 && !writing;
    }
}
