// ArrayList: growth, insertion, removal, bulk operations, subList, equality, bounds.
import java.util.*;

public class ArrayLists {
    interface Body { void run(); }
    static void t(String n, Body b) { try { b.run(); System.out.println(n + " fine"); } catch (RuntimeException e) { System.out.println(n + " " + e); } }

    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < 100; i++) l.add(i * i % 37);
        System.out.println(l.size() + " " + l.get(50) + " " + l.indexOf(9) + " " + l.lastIndexOf(9) + " " + l.contains(36) + " " + l.contains(38) + " " + l.hashCode());
        l.add(0, -1);
        l.add(50, -2);
        l.set(1, 77);
        System.out.println(l.remove(10) + " " + l.remove((Integer) 77) + " " + l.remove((Integer) 1000) + " " + l.size());
        l.removeIf(x -> x > 5);
        System.out.println(l);
        l.replaceAll(x -> x * 10);
        l.sort(Comparator.reverseOrder());
        System.out.println(l);
        List<Integer> sub = l.subList(2, 6);
        System.out.println(sub + " " + sub.size());
        sub.set(0, 999);
        sub.remove(1);
        sub.add(555);
        System.out.println(sub + " " + l);
        sub.clear();
        System.out.println(l + " " + sub.isEmpty());
        l.addAll(List.of(1, 2, 3));
        l.addAll(1, Arrays.asList(7, 8));
        System.out.println(l + " " + l.containsAll(List.of(7, 8)) + " " + l.retainAll(List.of(1, 2, 3, 7, 0)) + " " + l + " " + l.removeAll(List.of(0)) + " " + l);
        System.out.println(l.equals(List.of(7, 1, 2, 3)) + " " + l.equals(new LinkedList<>(l)) + " " + new ArrayList<>().equals(List.of()) + " " + l.equals("x"));
        Object[] arr = l.toArray();
        Integer[] typed = l.toArray(new Integer[0]), big = l.toArray(new Integer[10]);
        System.out.println(arr.length + " " + typed.length + " " + big.length + " " + big[4] + " " + arr.getClass().getSimpleName() + typed.getClass().getSimpleName());
        ArrayList<Integer> copy = new ArrayList<>(l);
        copy.ensureCapacity(1000);
        copy.trimToSize();
        @SuppressWarnings("unchecked") ArrayList<Integer> clone = (ArrayList<Integer>) copy.clone();
        clone.add(5);
        System.out.println(copy + " " + clone);
        l.add(null);
        l.add(null);
        System.out.println(l + " " + l.indexOf(null) + " " + l.lastIndexOf(null) + " " + l.hashCode() + " " + l.remove(null));
        t("get", () -> l.get(100));
        t("get neg", () -> l.get(-1));
        t("set", () -> l.set(50, 1));
        t("add at", () -> l.add(99, 1));
        t("remove", () -> l.remove(77));
        t("subList", () -> l.subList(3, 1));
        t("subList big", () -> l.subList(0, 99));
        t("capacity", () -> new ArrayList<>(-1));
        t("cme", () -> { for (Integer x : l) l.add(x); });
        t("cme remove", () -> { for (Integer x : l) l.remove(x); });
        t("cme missed", () -> { List<Integer> two = new ArrayList<>(List.of(1, 2)); for (Integer x : two) two.remove(x); System.out.print(two + " "); });
        t("cme sub", () -> { List<Integer> s = l.subList(0, 2); l.add(9); s.size(); });
        t("foreach cme", () -> l.forEach(x -> l.add(1)));
        t("asList add", () -> Arrays.asList(1, 2).add(3));
        t("asList set", () -> Arrays.asList(1, 2).set(0, 3));
        t("of null", () -> List.of(1, null));
        t("of set", () -> List.of(1, 2).set(0, 1));
        t("of contains null", () -> List.of(1).contains(null));
        t("copyOf", () -> List.copyOf(l));
        t("unmodifiable", () -> Collections.unmodifiableList(l).add(1));
        String[] backing = {"a", "b"};
        List<String> view = Arrays.asList(backing);
        view.set(0, "z");
        backing[1] = "y";
        System.out.println(view + backing[0]);
        System.out.println(List.of() + " " + List.of(1) + " " + List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) + " " + List.of(1, 2).equals(Arrays.asList(1, 2)) + " " + List.of(1, 2).hashCode() + " " + List.copyOf(view) + " " + (List.copyOf(List.of(1)) == List.copyOf(List.of(1))));
        Vector<String> v = new Vector<>(List.of("v"));
        v.addElement("w");
        Stack<Integer> st = new Stack<>();
        st.push(1); st.push(2);
        System.out.println(v.firstElement() + v.lastElement() + v.elementAt(1) + " " + st.peek() + st.pop() + st.search(1) + st.empty() + st);
        t("stack", () -> new Stack<>().pop());
        System.out.println(new ArrayList<>(Collections.nCopies(3, "n")) + " " + new AbstractList<Integer>() { public Integer get(int i) { return i * 2; } public int size() { return 4; } });
    }
}
