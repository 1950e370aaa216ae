import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/** ArrayBlockingQueue: a ring of fixed size, wrap-around, iterators during changes, fair hand-over to waiters. */
public class ArrayBlockingQueues {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(4, true);
        for (int i = 0; i < 3; i++) {
            q.put(i);
        }
        System.out.println(q + " left " + q.remainingCapacity() + " poll " + q.poll() + " " + q.poll());
        q.add(3);
        q.add(4);
        System.out.println("wrapped " + q + " offer " + q.offer(5) + " full " + q.offer(6) + " "
                + q.offer(6, 1, TimeUnit.MILLISECONDS));
        try {
            q.add(7);
        } catch (IllegalStateException e) {
            System.out.println("add: " + e.getMessage());
        }
        System.out.println("remove inside " + q.remove(3) + " " + q + " contains " + q.contains(4) + " peek "
                + q.peek());
        Iterator<Integer> it = q.iterator();
        System.out.println("iterator " + it.next());
        q.poll();
        q.poll();
        q.add(8);
        q.add(9);
        StringBuilder rest = new StringBuilder();
        it.forEachRemaining(n -> rest.append(n).append(' '));
        System.out.println("survives changes " + (rest.length() > 0) + ", queue " + q);
        List<Integer> drained = new ArrayList<>();
        System.out.println("drain " + q.drainTo(drained, 2) + " " + drained + " " + q.drainTo(drained) + " " + drained);
        System.out.println("poll with time " + q.poll(1, TimeUnit.MILLISECONDS));
        try {
            new ArrayBlockingQueue<Integer>(2, false, List.of(1, 2, 3));
        } catch (IllegalArgumentException e) {
            System.out.println("too many at first: " + e.getClass().getSimpleName());
        }

        // Takers that wait get the elements in the order in which they came.
        StringBuilder order = new StringBuilder();
        Thread[] takers = new Thread[4];
        for (int i = 0; i < takers.length; i++) {
            int id = i;
            takers[i] = new Thread(() -> {
                try {
                    int n = q.take();
                    synchronized (order) {
                        order.append("taker ").append(id).append(" got ").append(n).append('\n');
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            takers[i].start();
            while (takers[i].getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        for (int i = 0; i < takers.length; i++) {
            q.put(100 + i);
            takers[i].join();
        }
        System.out.print(order);

        ArrayBlockingQueue<Integer> one = new ArrayBlockingQueue<>(1);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 50; i++) {
                    one.put(i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        int sum = 0;
        boolean ordered = true;
        for (int i = 1; i <= 50; i++) {
            int n = one.take();
            ordered &= n == i;
            sum += n;
        }
        producer.join();
        System.out.println("capacity one: sum " + sum + " ordered " + ordered);
    }
}
