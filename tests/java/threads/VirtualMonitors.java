//@ jdk: 21
import java.util.ArrayDeque;
import java.util.Deque;

/** Object monitors in virtual threads: synchronized, wait, notify, timed wait, between virtual and platform threads. */
public class VirtualMonitors {
    private final Deque<Integer> queue = new ArrayDeque<>();

    private void pause() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    synchronized void put(int n) {
        while (queue.size() == 2) {
            pause();
        }
        queue.add(n);
        notifyAll();
    }

    synchronized int take() {
        while (queue.isEmpty()) {
            pause();
        }
        int n = queue.remove();
        notifyAll();
        return n;
    }

    static void transfer(boolean virtualProducer, boolean virtualConsumer) throws InterruptedException {
        VirtualMonitors buffer = new VirtualMonitors();
        int[] sum = new int[1];
        Runnable producer = () -> {
            for (int i = 1; i <= 30; i++) {
                buffer.put(i);
            }
        };
        Runnable consumer = () -> {
            for (int i = 1; i <= 30; i++) {
                sum[0] = sum[0] * 31 + buffer.take();
            }
        };
        Thread p = virtualProducer ? Thread.ofVirtual().start(producer) : Thread.ofPlatform().start(producer);
        Thread c = virtualConsumer ? Thread.ofVirtual().start(consumer) : Thread.ofPlatform().start(consumer);
        p.join();
        c.join();
        System.out.println("producer virtual " + virtualProducer + ", consumer virtual " + virtualConsumer
                + ": " + sum[0]);
    }

    public static void main(String[] args) throws Exception {
        transfer(true, true);
        transfer(true, false);
        transfer(false, true);
        Object lock = new Object();
        Thread waiter = Thread.startVirtualThread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("wait interrupted, owner " + Thread.holdsLock(lock)
                            + ", flag " + Thread.currentThread().isInterrupted());
                }
                try {
                    lock.wait(1);
                    System.out.println("timed wait returned, owner " + Thread.holdsLock(lock));
                } catch (InterruptedException e) {
                    System.out.println("must not happen");
                }
            }
        });
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println("waiter " + waiter.getState());
        waiter.interrupt();
        waiter.join();
        Thread entering = Thread.ofVirtual().unstarted(() -> {
            synchronized (lock) {
                System.out.println("entered after a block");
            }
        });
        synchronized (lock) {
            entering.start();
            while (entering.getState() != Thread.State.BLOCKED) {
                Thread.sleep(1);
            }
            System.out.println("entering " + entering.getState());
        }
        entering.join();
    }
}
