import java.util.concurrent.atomic.AtomicReference;

/** Treiber's lock-free stack: single-thread behaviour, then pushes and pops by several threads. */
public class TreiberStack<T> {
    private static final class Node<T> {
        final T item;
        Node<T> next;

        Node(T item) {
            this.item = item;
        }
    }

    private final AtomicReference<Node<T>> top = new AtomicReference<>();

    void push(T item) {
        Node<T> n = new Node<>(item);
        do {
            n.next = top.get();
        } while (!top.compareAndSet(n.next, n));
    }

    T pop() {
        Node<T> n;
        do {
            n = top.get();
            if (n == null) {
                return null;
            }
        } while (!top.compareAndSet(n, n.next));
        return n.item;
    }

    boolean isEmpty() {
        return top.get() == null;
    }

    public static void main(String[] args) throws Exception {
        TreiberStack<Integer> s = new TreiberStack<>();
        System.out.println("empty " + s.isEmpty() + " pop " + s.pop());
        for (int i = 1; i <= 5; i++) {
            s.push(i);
        }
        System.out.println("last in, first out " + s.pop() + " " + s.pop() + " " + s.pop());
        s.push(9);
        System.out.println("then " + s.pop() + " " + s.pop() + " " + s.pop() + " " + s.pop());

        int threads = 4;
        int each = 150;
        boolean[][] popped = new boolean[threads][threads * each];
        int[] counts = new int[threads];
        Thread[] ts = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    s.push(id * each + i);
                    if (i % 3 != 0) {
                        // At least one element of this thread or of another is there.
                        Integer n = s.pop();
                        if (n != null) {
                            popped[id][n] = true;
                            counts[id]++;
                        }
                    }
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        int taken = counts[0] + counts[1] + counts[2] + counts[3];
        System.out.println("popped by the threads " + taken);
        int left = 0;
        for (Integer n = s.pop(); n != null; n = s.pop()) {
            popped[0][n] = true;
            left++;
        }
        int seen = 0;
        int doubled = 0;
        for (int i = 0; i < threads * each; i++) {
            int times = 0;
            for (boolean[] p : popped) {
                times += p[i] ? 1 : 0;
            }
            seen += times > 0 ? 1 : 0;
            doubled += times > 1 ? 1 : 0;
        }
        System.out.println("left " + left + ", seen " + seen + ", doubled " + doubled + ", empty " + s.isEmpty());
        System.out.println("sum is right " + (taken + left == threads * each));
    }
}
