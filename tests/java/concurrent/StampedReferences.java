import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

/** References with a stamp or a mark: the pair is compared and set together, which detects A-B-A. */
public class StampedReferences {
    record Node(String name) { }

    static String pair(AtomicStampedReference<Node> r) {
        int[] stamp = new int[1];
        Node n = r.get(stamp);
        return (n == null ? "null" : n.name()) + "#" + stamp[0];
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a");
        Node b = new Node("b");
        AtomicStampedReference<Node> s = new AtomicStampedReference<>(a, 0);
        System.out.println(pair(s) + " reference " + s.getReference().name() + " stamp " + s.getStamp());
        System.out.println("wrong reference " + s.compareAndSet(b, b, 0, 1) + ", wrong stamp "
                + s.compareAndSet(a, b, 5, 1) + ", right " + s.compareAndSet(a, b, 0, 1) + " -> " + pair(s));
        System.out.println("attemptStamp wrong " + s.attemptStamp(a, 9) + ", right " + s.attemptStamp(b, 9)
                + " -> " + pair(s));
        s.set(a, 10);
        System.out.println("same pair again is fine " + s.compareAndSet(a, a, 10, 10) + " -> " + pair(s));
        System.out.println("equal is not same " + s.compareAndSet(new Node("a"), b, 10, 11));
        System.out.println("weak on a wrong pair " + s.weakCompareAndSet(b, a, 10, 11));
        s.set(null, 0);
        System.out.println(pair(s) + " " + s.compareAndSet(null, a, 0, 1) + " " + pair(s));

        // A-B-A: a reader took (a, 1); another thread goes to b and back; the stamp tells.
        int[] held = new int[1];
        Node seen = s.get(held);
        Thread aba = new Thread(() -> {
            s.compareAndSet(a, b, 1, 2);
            s.compareAndSet(b, a, 2, 3);
        });
        aba.start();
        aba.join();
        System.out.println("same reference " + (s.getReference() == seen) + ", swap refused "
                + !s.compareAndSet(seen, b, held[0], held[0] + 1) + " -> " + pair(s));

        AtomicMarkableReference<Node> m = new AtomicMarkableReference<>(a, false);
        boolean[] mark = new boolean[1];
        System.out.println(m.get(mark).name() + " " + mark[0] + " " + m.isMarked() + " " + m.getReference().name());
        System.out.println("wrong mark " + m.compareAndSet(a, b, true, false) + ", right "
                + m.compareAndSet(a, b, false, true) + " " + m.isMarked());
        System.out.println("attemptMark wrong " + m.attemptMark(a, false) + ", right " + m.attemptMark(b, false)
                + " " + m.isMarked());
        m.set(a, true);
        System.out.println("set " + m.getReference().name() + " " + m.isMarked());
        System.out.println("weak wrong " + m.weakCompareAndSet(a, b, false, false));

        AtomicStampedReference<Integer> counter = new AtomicStampedReference<>(0, 0);
        Thread[] ts = new Thread[3];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                int[] stamp = new int[1];
                for (int k = 0; k < 100; k++) {
                    Integer value;
                    do {
                        value = counter.get(stamp);
                    } while (!counter.compareAndSet(value, value + 2, stamp[0], stamp[0] + 1));
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("counter " + counter.getReference() + " stamp " + counter.getStamp());
    }
}
