import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** SynchronousQueue: no room at all, every put meets a take; fair order; limits and interrupts. */
public class SynchronousQueues {
    static Thread launch(Thread.State until, Runnable r) throws InterruptedException {
        Thread t = new Thread(r);
        t.start();
        while (t.getState() != until) {
            Thread.sleep(1);
        }
        return t;
    }

    static void put(SynchronousQueue<Integer> q, int n) {
        try {
            q.put(n);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        int[] got = new int[1];
        for (boolean fair : new boolean[] {false, true}) {
            SynchronousQueue<Integer> q = new SynchronousQueue<>(fair);
            System.out.println("fair " + fair + ": size " + q.size() + " left " + q.remainingCapacity() + " " + q
                    + " offer " + q.offer(1) + " poll " + q.poll() + " peek " + q.peek());
            System.out.println("timed " + q.offer(1, 1, TimeUnit.MILLISECONDS) + " "
                    + q.poll(1, TimeUnit.MILLISECONDS));
            try {
                q.add(1);
            } catch (IllegalStateException e) {
                System.out.println("add: " + e.getMessage());
            }
            Thread taker = launch(Thread.State.WAITING, () -> {
                try {
                    got[0] = q.take();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            System.out.println("offer to a waiting taker " + q.offer(7));
            taker.join();
            System.out.println("taker got " + got[0]);
            Thread putter = launch(Thread.State.WAITING, () -> put(q, 8));
            System.out.println("poll from a waiting putter " + q.poll() + ", still empty " + q.isEmpty());
            putter.join();
            Thread interrupted = launch(Thread.State.WAITING, () -> {
                try {
                    q.put(9);
                } catch (InterruptedException e) {
                    System.out.println("put interrupted");
                }
            });
            interrupted.interrupt();
            interrupted.join();
            System.out.println("nothing left " + q.poll());

            StringBuilder order = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                int n = i;
                launch(Thread.State.WAITING, () -> put(q, n));
            }
            for (int i = 0; i < 3; i++) {
                order.append(q.take());
            }
            // Waiting putters are served in a queue's order if fair; the other kind promises nothing about it.
            System.out.println(fair ? "order " + order : "three served " + order.length());

            AtomicInteger sum = new AtomicInteger();
            Thread[] consumers = new Thread[2];
            for (int c = 0; c < 2; c++) {
                consumers[c] = new Thread(() -> {
                    try {
                        for (int n = q.take(); n >= 0; n = q.take()) {
                            sum.addAndGet(n);
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                consumers[c].start();
            }
            for (int i = 1; i <= 100; i++) {
                q.put(i);
            }
            q.put(-1);
            q.put(-1);
            consumers[0].join();
            consumers[1].join();
            System.out.println("sum " + sum);
        }
    }
}
