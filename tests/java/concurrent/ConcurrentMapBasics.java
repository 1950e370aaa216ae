import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** ConcurrentHashMap: the Map and ConcurrentMap operations, null rules, views, iteration, text, equality. */
public class ConcurrentMapBasics {
    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        ConcurrentHashMap<Integer, String> m = new ConcurrentHashMap<>();
        System.out.println("empty " + m.isEmpty() + " " + m.size() + " " + m.mappingCount() + " " + m);
        System.out.println("put " + m.put(1, "one") + " " + m.put(1, "ONE") + " " + m.get(1) + " " + m.get(2));
        System.out.println("putIfAbsent " + m.putIfAbsent(1, "x") + " " + m.putIfAbsent(2, "two") + " " + m);
        System.out.println("getOrDefault " + m.getOrDefault(2, "d") + " " + m.getOrDefault(3, "d"));
        System.out.println("replace " + m.replace(2, "TWO") + " " + m.replace(9, "nine") + " " + m.replace(2, "no", "x")
                + " " + m.replace(2, "TWO", "zwei"));
        System.out.println("remove " + m.remove(1) + " " + m.remove(1) + " " + m.remove(2, "no") + " "
                + m.remove(2, "zwei") + " " + m);
        for (int i = 0; i < 12; i++) {
            m.put(i, "v" + i);
        }
        System.out.println("contains " + m.containsKey(3) + " " + m.containsKey(99) + " " + m.containsValue("v5") + " "
                + m.contains("v99"));
        System.out.println(m);
        System.out.println("keys " + m.keySet() + " values " + m.values().size() + " entries " + m.entrySet().size());
        attempt("null key", () -> m.put(null, "x"));
        attempt("null value", () -> m.put(1, null));
        attempt("get null", () -> m.get(null));
        attempt("negative capacity", () -> new ConcurrentHashMap<>(-1));
        attempt("zero load", () -> new ConcurrentHashMap<>(16, 0));

        // Iterators are weakly consistent: changes during iteration never throw.
        int seen = 0;
        for (Iterator<Integer> it = m.keySet().iterator(); it.hasNext(); ) {
            int k = it.next();
            seen++;
            if (k % 2 == 0) {
                it.remove();
            }
            m.remove(11);
        }
        System.out.println("iterated " + seen + " left " + m.keySet());
        for (Map.Entry<Integer, String> e : m.entrySet()) {
            e.setValue(e.getValue() + "!");
        }
        System.out.println("entries write through " + m);
        Enumeration<Integer> keys = m.keys();
        int sum = 0;
        while (keys.hasMoreElements()) {
            sum += keys.nextElement();
        }
        System.out.println("enumeration sum " + sum);
        m.values().removeIf(v -> v.contains("3"));
        m.keySet().remove(5);
        m.entrySet().removeIf(e -> e.getKey() > 8);
        System.out.println("removed through views " + m);
        m.replaceAll((k, v) -> k + v);
        System.out.println("replaceAll " + m);
        System.out.println("equals " + m.equals(Map.of(1, "1v1!", 7, "7v7!")) + " hash "
                + (m.hashCode() == Map.of(1, "1v1!", 7, "7v7!").hashCode()));
        ConcurrentHashMap<Integer, String> copy = new ConcurrentHashMap<>(m);
        m.clear();
        System.out.println("cleared " + m + " copy " + copy);
        copy.putAll(Map.of(20, "a", 21, "b"));
        System.out.println("putAll " + copy.size());
        ConcurrentHashMap.KeySetView<Integer, Boolean> set = ConcurrentHashMap.newKeySet();
        System.out.println("set " + set.add(1) + " " + set.add(1) + " " + set.contains(1) + " " + set.remove(2) + set);
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        var view = counts.keySet(7);
        view.add("k");
        System.out.println("view with a default " + counts + " " + view.getMappedValue());
    }
}
