import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** LinkedBlockingQueue: capacity, the four kinds of insertion and removal, drainTo, blocking and interrupting. */
public class LinkedBlockingQueues {
    static void state(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) {
            Thread.sleep(1);
        }
    }

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>(3);
        System.out.println("capacity " + q.remainingCapacity() + " poll " + q.poll() + " peek " + q.peek());
        System.out.println("offer " + q.offer(1) + " " + q.offer(2) + " " + q.offer(3) + " full " + q.offer(4));
        System.out.println("timed offer " + q.offer(4, 1, TimeUnit.MILLISECONDS) + " " + q + " left "
                + q.remainingCapacity());
        try {
            q.add(5);
        } catch (IllegalStateException e) {
            System.out.println("add: " + e.getMessage());
        }
        System.out.println("take " + q.take() + " poll " + q.poll(1, TimeUnit.DAYS) + " contains " + q.contains(3));
        q.put(6);
        q.put(7);
        List<Integer> into = new ArrayList<>();
        System.out.println("drain one " + q.drainTo(into, 1) + " rest " + q.drainTo(into) + " " + into + " " + q);
        System.out.println("timed poll of an empty queue " + q.poll(1, TimeUnit.MILLISECONDS));
        try {
            q.drainTo(q);
        } catch (IllegalArgumentException e) {
            System.out.println("not into itself");
        }
        try {
            new LinkedBlockingQueue<>(0);
        } catch (IllegalArgumentException e) {
            System.out.println("no capacity: " + e.getClass().getSimpleName());
        }
        System.out.println("unbounded " + new LinkedBlockingQueue<>().remainingCapacity());

        Thread taker = new Thread(() -> {
            try {
                System.out.println("taker got " + q.take());
                q.take();
            } catch (InterruptedException e) {
                System.out.println("taker interrupted");
            }
        });
        taker.start();
        state(taker, Thread.State.WAITING);
        System.out.println("taker waits");
        q.put(100);
        while (!q.isEmpty()) {
            Thread.sleep(1);
        }
        state(taker, Thread.State.WAITING);
        taker.interrupt();
        taker.join();

        for (int i = 0; i < 3; i++) {
            q.put(i);
        }
        Thread putter = new Thread(() -> {
            try {
                q.put(3);
                System.out.println("putter done");
                q.put(4);
            } catch (InterruptedException e) {
                System.out.println("putter interrupted, queue " + q);
            }
        });
        putter.start();
        state(putter, Thread.State.WAITING);
        System.out.println("putter waits, queue " + q);
        q.take();
        while (q.size() < 3) {
            Thread.sleep(1);
        }
        state(putter, Thread.State.WAITING);
        putter.interrupt();
        putter.join();
        System.out.println("remove 2 " + q.remove(2) + " removeIf " + q.removeIf(n -> n > 2) + " " + q);
        q.clear();
        System.out.println("cleared " + q.size() + " " + q.remainingCapacity());
    }
}
