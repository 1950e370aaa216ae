import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;

/** CopyOnWriteArraySet: insertion order, snapshot iterators; listeners that change the set while notified. */
public class CopyOnWriteSets {
    interface Listener {
        void event(int n);
    }

    public static void main(String[] args) throws Exception {
        CopyOnWriteArraySet<String> s = new CopyOnWriteArraySet<>(List.of("c", "a", "b", "a"));
        System.out.println(s + " size " + s.size());
        System.out.println("add " + s.add("d") + " " + s.add("a") + " remove " + s.remove("c") + " " + s.remove("z"));
        System.out.println("contains " + s.contains("b") + " all " + s.containsAll(List.of("a", "d")) + " " + s);
        Iterator<String> it = s.iterator();
        s.clear();
        System.out.println("iterator of the old state " + it.next() + it.next() + it.next() + ", now " + s);
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("no removal through the iterator");
        }
        System.out.println("addAll " + s.addAll(Set.of("x")) + " " + s.addAll(List.of("x")) + " empty " + s.isEmpty());
        System.out.println("null " + s.add(null) + " " + s.add(null) + " " + s);
        s.removeIf(e -> e == null);
        System.out.println("equals a set " + s.equals(Set.of("x")) + " other order "
                + new CopyOnWriteArraySet<>(List.of(1, 2)).equals(Set.of(2, 1)));
        CopyOnWriteArraySet<Integer> numbers = new CopyOnWriteArraySet<>(List.of(1, 2, 3, 4, 5, 6));
        System.out.println("retain " + numbers.retainAll(List.of(2, 4, 6, 8)) + " remove all "
                + numbers.removeAll(List.of(4)) + " " + numbers + " sum " + numbers.stream().mapToInt(n -> n).sum());

        CopyOnWriteArraySet<Listener> listeners = new CopyOnWriteArraySet<>();
        StringBuilder log = new StringBuilder();
        Listener once = new Listener() {
            @Override
            public void event(int n) {
                log.append("once ").append(n).append("; ");
                listeners.remove(this);
            }
        };
        listeners.add(once);
        listeners.add(n -> {
            log.append("always ").append(n).append("; ");
            if (n == 1) {
                listeners.add(m -> log.append("late ").append(m).append("; "));
            }
        });
        for (int i = 1; i <= 3; i++) {
            for (Listener l : listeners) {
                l.event(i);
            }
        }
        System.out.println(log);

        CopyOnWriteArraySet<Integer> shared = new CopyOnWriteArraySet<>();
        AtomicInteger added = new AtomicInteger();
        AtomicInteger removed = new AtomicInteger();
        Thread[] ts = new Thread[4];
        for (int t = 0; t < ts.length; t++) {
            ts[t] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    if (shared.add(i)) {
                        added.incrementAndGet();
                    }
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("added " + added + " size " + shared.size());
        for (int t = 0; t < ts.length; t++) {
            ts[t] = new Thread(() -> {
                for (int i = 0; i < 50; i += 2) {
                    if (shared.remove(i)) {
                        removed.incrementAndGet();
                    }
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("removed " + removed + " size " + shared.size());
    }
}
