import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentLinkedQueue;

/** ConcurrentLinkedQueue: queue operations, iteration during changes, bulk removal, several producers and consumers. */
public class LinkedQueues {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        System.out.println("empty " + q.isEmpty() + " " + q.poll() + " " + q.peek() + " " + q.size());
        try {
            q.remove();
        } catch (NoSuchElementException e) {
            System.out.println("remove of an empty queue: " + e.getClass().getSimpleName());
        }
        System.out.println("offer " + q.offer(1) + " add " + q.add(2) + " addAll " + q.addAll(List.of(3, 4, 5))
                + " " + q);
        System.out.println("peek " + q.peek() + " element " + q.element() + " poll " + q.poll() + " remove "
                + q.remove());
        System.out.println("contains " + q.contains(4) + " " + q.contains(1) + " remove " + q.remove(4) + " "
                + q.remove((Object) 9) + " " + q);
        try {
            q.add(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        try {
            q.addAll(q);
        } catch (IllegalArgumentException e) {
            System.out.println("not into itself");
        }
        Iterator<Integer> it = q.iterator();
        q.add(6);
        StringBuilder seen = new StringBuilder();
        while (it.hasNext()) {
            int n = it.next();
            seen.append(n).append(' ');
            if (n == 5) {
                it.remove();
            }
        }
        System.out.println("iterator sees a later element: " + seen + " left " + q);
        q.addAll(List.of(7, 8, 9, 10));
        q.removeIf(n -> n % 2 == 0);
        System.out.println("removeIf " + q + " retainAll " + q.retainAll(List.of(3, 9)) + " " + q);
        q.forEach(n -> System.out.println("forEach " + n));
        System.out.println("array " + q.toArray().length + " stream " + q.stream().mapToInt(n -> n).sum());
        q.clear();

        // Two producers, two consumers: nothing lost or doubled, and each producer's elements stay in order.
        int[] sum = new int[2];
        boolean[] ordered = {true, true};
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 2; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 0; i < 300; i++) {
                    q.offer(id * 1000 + i);
                }
            });
            ts[2 + t] = new Thread(() -> {
                int[] last = {-1, 999};
                for (int taken = 0; taken < 300; ) {
                    Integer n = q.poll();
                    if (n == null) {
                        Thread.yield();
                        continue;
                    }
                    ordered[id] &= n > last[n / 1000];
                    last[n / 1000] = n;
                    sum[id] += n;
                    taken++;
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("sum " + (sum[0] + sum[1]) + " ordered " + (ordered[0] && ordered[1]) + " left " + q.size());
    }
}
