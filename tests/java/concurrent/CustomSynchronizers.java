import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Synchronizers made from AbstractQueuedSynchronizer: a mutex, a one-shot gate, a long counter. */
public class CustomSynchronizers {
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int n) {
            if (compareAndSetState(0, 1)) {
                setExclusiveOwnerThread(Thread.currentThread());
                return true;
            }
            return false;
        }

        @Override
        protected boolean tryRelease(int n) {
            if (getState() == 0) {
                throw new IllegalMonitorStateException("not held");
            }
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() == 1 && getExclusiveOwnerThread() == Thread.currentThread();
        }
    }

    static class Gate extends AbstractQueuedSynchronizer {
        @Override
        protected int tryAcquireShared(int n) {
            return getState() == 1 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int n) {
            setState(1);
            return true;
        }
    }

    static class Wide extends AbstractQueuedLongSynchronizer {
        @Override
        protected long tryAcquireShared(long n) {
            return getState() >= n ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(long n) {
            setState(getState() + n);
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        Mutex m = new Mutex();
        int[] counter = new int[1];
        Gate gate = new Gate();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                gate.acquireShared(1);
                for (int k = 0; k < 100; k++) {
                    m.acquire(1);
                    counter[0]++;
                    m.release(1);
                }
            });
            ts[i].start();
        }
        while (gate.getQueueLength() < 4) {
            Thread.sleep(1);
        }
        System.out.println("at the gate " + gate.getQueueLength() + ", first of them known "
                + (gate.getFirstQueuedThread() != null) + ", shared " + gate.getSharedQueuedThreads().size());
        System.out.println("timed acquire " + gate.tryAcquireSharedNanos(1, TimeUnit.MILLISECONDS.toNanos(1)));
        gate.releaseShared(1);
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("counter " + counter[0] + ", contended ever " + gate.hasContended());
        m.acquire(1);
        System.out.println("timed " + m.tryAcquireNanos(1, 1000) + " held " + m.isHeldExclusively());
        System.out.println("text " + m.toString().replaceAll("^.*@[0-9a-f]+", ""));
        m.release(1);
        Wide w = new Wide();
        w.releaseShared(1L << 40);
        w.acquireShared(1L << 40);
        System.out.println("wide " + w.toString().replaceAll("^.*@[0-9a-f]+", "").contains("1099511627776"));
    }
}
