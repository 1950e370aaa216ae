import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Readers and writers, five ways: readers never see a half-written pair and writers never lose an update. */
public class ReadersWriters {
    static int x;
    static int y;

    record Access(Runnable beginRead, Runnable endRead, Runnable beginWrite, Runnable endWrite) {
        static Access of(ReadWriteLock l) {
            return new Access(l.readLock()::lock, l.readLock()::unlock, l.writeLock()::lock, l.writeLock()::unlock);
        }
    }

    static class Monitor {
        private int readers;
        private boolean writing;

        private void pause() {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        synchronized void beginRead() {
            while (writing) {
                pause();
            }
            readers++;
        }

        synchronized void endRead() {
            readers--;
            notifyAll();
        }

        synchronized void beginWrite() {
            while (writing || readers > 0) {
                pause();
            }
            writing = true;
        }

        synchronized void endWrite() {
            writing = false;
            notifyAll();
        }
    }

    static void run(String name, Access access) throws InterruptedException {
        x = 0;
        y = 0;
        boolean[] torn = new boolean[5];
        Thread[] ts = new Thread[5];
        for (int i = 0; i < 5; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    if (id < 2) {
                        access.beginWrite().run();
                        x++;
                        y--;
                        access.endWrite().run();
                    } else {
                        access.beginRead().run();
                        torn[id] |= x + y != 0;
                        access.endRead().run();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(name + ": " + x + " " + y + ", torn " + (torn[2] || torn[3] || torn[4]));
    }

    public static void main(String[] args) throws Exception {
        Monitor m = new Monitor();
        run("monitor", new Access(m::beginRead, m::endRead, m::beginWrite, m::endWrite));
        run("read write lock", Access.of(new ReentrantReadWriteLock()));
        run("fair read write lock", Access.of(new ReentrantReadWriteLock(true)));
        run("stamped lock", Access.of(new StampedLock().asReadWriteLock()));
        Semaphore s = new Semaphore(3, true);
        run("semaphore", new Access(s::acquireUninterruptibly, s::release,
                () -> s.acquireUninterruptibly(3), () -> s.release(3)));
        System.out.println("permits left " + s.availablePermits() + ", readers left " + m.readers);
    }
}
