import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** AtomicReference compares by identity; AtomicBoolean; lists pushed by CAS from several threads. */
public class AtomicReferences {
    record Node(int value, Node next) { }

    public static void main(String[] args) throws Exception {
        String one = new String("x");
        String two = new String("x");
        AtomicReference<String> r = new AtomicReference<>();
        System.out.println("initial " + r.get() + " " + r);
        System.out.println("CAS null -> one " + r.compareAndSet(null, one));
        System.out.println("CAS equal but other object " + r.compareAndSet(two, "y"));
        System.out.println("exchange wrong gives the witness " + (r.compareAndExchange(two, "y") == one));
        System.out.println("exchange right " + (r.compareAndExchange(one, "y") == one) + " -> " + r);
        System.out.println("getAndSet " + r.getAndSet("z") + ", getAndUpdate " + r.getAndUpdate(s -> s + "!")
                + ", updateAndGet " + r.updateAndGet(s -> s + "?"));
        System.out.println("getAndAccumulate " + r.getAndAccumulate("a", String::concat)
                + ", accumulateAndGet " + r.accumulateAndGet("b", String::concat));
        r.lazySet("lazy");
        System.out.println(r.getPlain() + " " + r.getOpaque() + " " + r.getAcquire());
        r.setRelease("rel");
        System.out.println(r.get());
        while (!r.weakCompareAndSetVolatile("rel", "weak")) { }
        System.out.println(r.get());
        try {
            r.updateAndGet(s -> {
                throw new IllegalStateException("from the function");
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + ", value kept " + r);
        }

        AtomicBoolean b = new AtomicBoolean();
        System.out.println("boolean " + b + " " + b.compareAndSet(false, true) + " " + b.compareAndSet(false, true)
                + " " + b.getAndSet(false) + " " + b.get());
        System.out.println("exchange " + b.compareAndExchange(false, true) + " " + b.compareAndExchange(false, true));
        b.setOpaque(false);
        System.out.println("opaque " + b.getOpaque() + " plain " + b.getPlain() + " acquire " + b.getAcquire());

        // Exactly one thread wins a one-shot flag; no pushed node is lost.
        AtomicBoolean once = new AtomicBoolean();
        int[] winners = new int[1];
        AtomicReference<Node> head = new AtomicReference<>();
        Thread[] ts = new Thread[3];
        for (int i = 0; i < ts.length; i++) {
            int base = i * 100;
            ts[i] = new Thread(() -> {
                if (once.compareAndSet(false, true)) {
                    winners[0]++;
                }
                for (int k = 0; k < 100; k++) {
                    int value = base + k;
                    head.updateAndGet(h -> new Node(value, h));
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        boolean[] seen = new boolean[300];
        int length = 0;
        for (Node n = head.get(); n != null; n = n.next()) {
            assert !seen[n.value()];
            seen[n.value()] = true;
            length++;
        }
        System.out.println("winners " + winners[0] + ", list length " + length);
    }
}
