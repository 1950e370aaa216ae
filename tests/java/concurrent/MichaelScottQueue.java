import java.util.concurrent.atomic.AtomicReference;

/** Michael and Scott's lock-free queue: order with one thread, per-producer order and no loss with several. */
public class MichaelScottQueue<T> {
    private static final class Node<T> {
        final T item;
        final AtomicReference<Node<T>> next = new AtomicReference<>();

        Node(T item) {
            this.item = item;
        }
    }

    private final AtomicReference<Node<T>> head = new AtomicReference<>(new Node<>(null));
    private final AtomicReference<Node<T>> tail = new AtomicReference<>(head.get());

    void enqueue(T item) {
        Node<T> n = new Node<>(item);
        while (true) {
            Node<T> last = tail.get();
            Node<T> next = last.next.get();
            if (next != null) {
                // The tail lags behind: help it forward.
                tail.compareAndSet(last, next);
            } else if (last.next.compareAndSet(null, n)) {
                tail.compareAndSet(last, n);
                return;
            }
        }
    }

    T dequeue() {
        while (true) {
            Node<T> first = head.get();
            Node<T> last = tail.get();
            Node<T> next = first.next.get();
            if (next == null) {
                return null;
            }
            if (first == last) {
                tail.compareAndSet(last, next);
            } else if (head.compareAndSet(first, next)) {
                return next.item;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        MichaelScottQueue<Integer> q = new MichaelScottQueue<>();
        System.out.println("empty " + q.dequeue());
        for (int i = 1; i <= 4; i++) {
            q.enqueue(i);
        }
        System.out.println("first in, first out " + q.dequeue() + " " + q.dequeue());
        q.enqueue(5);
        System.out.println("then " + q.dequeue() + " " + q.dequeue() + " " + q.dequeue() + " " + q.dequeue());

        int each = 200;
        int[] count = new int[2];
        boolean[] ordered = {true, true};
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 2; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    q.enqueue(id * each + i);
                }
            });
            ts[2 + t] = new Thread(() -> {
                int[] last = {-1, -1};
                while (count[id] < each) {
                    Integer n = q.dequeue();
                    if (n == null) {
                        Thread.yield();
                        continue;
                    }
                    ordered[id] &= n % each > last[n / each];
                    last[n / each] = n % each;
                    count[id]++;
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("taken " + (count[0] + count[1]) + ", ordered " + ordered[0] + " " + ordered[1]
                + ", left " + q.dequeue());
        System.out.println("head is tail " + (q.head.get() == q.tail.get()));
    }
}
