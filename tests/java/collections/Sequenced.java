// Sequenced collections: reversed views, first and last.
//@ jdk: 21
import java.util.*;

public class Sequenced {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        l.addFirst(0);
        l.addLast(4);
        System.out.println(l.getFirst() + " " + l.getLast() + " " + l.reversed() + " " + l.removeFirst() + l.removeLast() + l);
        List<Integer> r = l.reversed();
        r.add(99);
        r.set(0, 33);
        System.out.println(l + " " + r + " " + r.reversed().equals(l) + " " + r.indexOf(99));
        LinkedHashMap<String, Integer> m = new LinkedHashMap<>();
        m.put("b", 2);
        m.putFirst("a", 1);
        m.putLast("c", 3);
        System.out.println(m + " " + m.firstEntry() + m.lastEntry() + m.reversed() + m.sequencedKeySet().reversed() + m.sequencedValues().getLast() + m.pollFirstEntry() + m.pollLastEntry() + m);
        LinkedHashSet<String> s = new LinkedHashSet<>(List.of("x", "y", "z"));
        s.addFirst("z");
        System.out.println(s + " " + s.reversed() + s.getFirst() + s.removeLast());
        TreeSet<Integer> t = new TreeSet<>(List.of(3, 1, 2));
        System.out.println(t.reversed() + " " + t.getFirst() + t.removeLast() + t);
        try { t.addFirst(0); } catch (UnsupportedOperationException e) { System.out.println("no addFirst on TreeSet"); }
        Deque<Integer> d = new ArrayDeque<>(List.of(1, 2, 3));
        d.reversed().addFirst(4);
        System.out.println(d + " " + d.reversed());
        try { new ArrayList<>().getFirst(); } catch (NoSuchElementException e) { System.out.println("empty"); }
        try { List.of(1, 2).reversed().add(1); } catch (UnsupportedOperationException e) { System.out.println("immutable"); }
        System.out.println(new LinkedList<>(List.of(1, 2)).reversed() + " " + Collections.unmodifiableSequencedCollection(l).reversed());
        for (int x : List.of(7, 8, 9).reversed()) System.out.print(x + " ");
        System.out.println(List.of(5, 6).reversed().stream().map(x -> x * 2).toList());
        System.out.println(new StringBuilder().repeat("ab", 3) + " " + "a-b".indexOf('-', 0, 2) + " " + "a,b,c".splitWithDelimiters(",", 2).length + " " + Math.clamp(15L, 0, 10) + " " + Character.isEmoji(0x1F600));
    }
}
