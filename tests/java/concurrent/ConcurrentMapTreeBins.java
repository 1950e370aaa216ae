import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keys that all collide: bins become trees and lists again; comparable and incomparable keys; several threads. */
public class ConcurrentMapTreeBins {
    static final class Colliding implements Comparable<Colliding> {
        final int id;

        Colliding(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Colliding c && c.id == id;
        }

        @Override
        public int compareTo(Colliding o) {
            return Integer.compare(id, o.id);
        }
    }

    record Incomparable(String name) {
        @Override
        public int hashCode() {
            return name.length() % 2;
        }
    }

    static int sumOfIds(ConcurrentHashMap<Colliding, Integer> m) {
        return m.reduceKeysToInt(Long.MAX_VALUE, k -> k.id, 0, Integer::sum);
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Colliding, Integer> m = new ConcurrentHashMap<>(64);
        for (int i = 0; i < 100; i++) {
            m.put(new Colliding(i * 37 % 100), i);
        }
        System.out.println("size " + m.size() + " sum " + sumOfIds(m));
        System.out.println("get " + m.get(new Colliding(37)) + " " + m.get(new Colliding(0)) + " "
                + m.get(new Colliding(200)));
        System.out.println("put again " + m.put(new Colliding(37), -1) + " " + m.get(new Colliding(37)));
        System.out.println("compute " + m.compute(new Colliding(5), (k, v) -> v == null ? 0 : 1000 + v / 1000)
                + " " + m.merge(new Colliding(6), 5, (a, b) -> 77) + " "
                + m.computeIfAbsent(new Colliding(500), k -> 5) + " "
                + m.computeIfPresent(new Colliding(500), (k, v) -> null));
        int wrong = 0;
        for (int i = 0; i < 100; i++) {
            wrong += m.containsKey(new Colliding(i)) ? 0 : 1;
        }
        System.out.println("missing " + wrong);
        int count = 0;
        for (Map.Entry<Colliding, Integer> e : m.entrySet()) {
            count += e.getKey().id >= 0 ? 1 : 0;
        }
        System.out.println("iterated " + count);
        for (int i = 0; i < 97; i++) {
            m.remove(new Colliding(i * 61 % 100));
        }
        System.out.println("after 97 removals " + m.size() + " sum " + sumOfIds(m));

        ConcurrentHashMap<Incomparable, Integer> other = new ConcurrentHashMap<>(64);
        for (int i = 0; i < 60; i++) {
            other.put(new Incomparable("n" + i), i);
        }
        int sum = 0;
        for (int i = 0; i < 60; i++) {
            sum += other.get(new Incomparable("n" + i));
        }
        System.out.println("incomparable keys " + other.size() + " sum " + sum);

        ConcurrentHashMap<Colliding, Integer> shared = new ConcurrentHashMap<>();
        Thread[] ts = new Thread[3];
        for (int t = 0; t < ts.length; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 0; i < 60; i++) {
                    shared.put(new Colliding(id * 60 + i), id);
                    shared.merge(new Colliding(1000), 1, Integer::sum);
                    if (i % 3 == 0) {
                        shared.remove(new Colliding(id * 60 + i));
                    }
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("shared " + shared.size() + " sum " + sumOfIds(shared) + " merged "
                + shared.get(new Colliding(1000)));
    }
}
