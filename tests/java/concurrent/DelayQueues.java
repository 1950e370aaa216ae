import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** DelayQueue: elements come out when their time has come, in the order of their times. */
public class DelayQueues {
    static final class Item implements Delayed {
        final String name;
        final long at;

        Item(String name, long at) {
            this.name = name;
            this.at = at;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed o) {
            return Long.compare(at - ((Item) o).at, 0);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static long in(long millis) {
        return System.nanoTime() + millis * 1_000_000;
    }

    public static void main(String[] args) throws Exception {
        DelayQueue<Item> q = new DelayQueue<>();
        System.out.println("empty " + q.poll() + " " + q.peek() + " " + q.poll(1, TimeUnit.MILLISECONDS));
        Item far = new Item("far", in(100_000_000));
        q.put(far);
        System.out.println("not yet: poll " + q.poll() + " peek " + q.peek() + " size " + q.size());
        System.out.println("timed poll gives up " + q.poll(2, TimeUnit.MILLISECONDS));
        q.add(new Item("past", in(-10)));
        System.out.println("expired at once " + q.take() + " left " + q);
        long base = System.nanoTime();
        q.offer(new Item("third", base + 30_000_000));
        q.offer(new Item("first", base + 10_000_000));
        q.offer(new Item("second", base + 20_000_000), 1, TimeUnit.DAYS);
        for (int i = 0; i < 3; i++) {
            Item item = q.take();
            System.out.println(item + " not before its time " + (item.getDelay(TimeUnit.NANOSECONDS) <= 0));
        }
        Thread taker = new Thread(() -> {
            try {
                System.out.println("taker got " + q.take());
                q.take();
            } catch (InterruptedException e) {
                System.out.println("taker interrupted");
            }
        });
        taker.start();
        while (taker.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        System.out.println("taker waits for the far one: " + taker.getState());
        // An earlier element wakes the waiting leader.
        q.put(new Item("earlier", in(1)));
        while (q.size() > 1 || taker.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        taker.interrupt();
        taker.join();
        System.out.println("remove " + q.remove(far) + " " + q.isEmpty() + " capacity " + q.remainingCapacity());
        long now = System.nanoTime();
        for (int i = 5; i > 0; i--) {
            q.add(new Item("d" + i, now - i * 1000));
        }
        q.add(far);
        List<Item> out = new ArrayList<>();
        System.out.println("drained " + q.drainTo(out, 3) + " " + q.drainTo(out) + " " + out + " left " + q);
        q.clear();
        System.out.println("cleared " + q.size());
    }
}
