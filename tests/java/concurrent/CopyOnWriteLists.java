import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CopyOnWriteArrayList;

/** CopyOnWriteArrayList: list operations, snapshot iterators, addIfAbsent, sub lists, several writers. */
public class CopyOnWriteLists {
    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<String> l = new CopyOnWriteArrayList<>(new String[] {"a", "b", "c"});
        System.out.println(l + " " + l.get(1) + " " + l.indexOf("c") + " " + l.lastIndexOf("z") + " "
                + l.contains("a"));
        Iterator<String> snapshot = l.iterator();
        System.out.println("add " + l.add("d") + " set " + l.set(0, "A") + " remove " + l.remove(1) + " "
                + l.remove("x") + " " + l);
        l.add(1, "between");
        StringBuilder old = new StringBuilder();
        snapshot.forEachRemaining(old::append);
        System.out.println("the iterator sees the old array " + old + ", now " + l);
        System.out.println("addIfAbsent " + l.addIfAbsent("d") + " " + l.addIfAbsent("e") + " all "
                + l.addAllAbsent(List.of("e", "f", "g")) + " " + l);
        for (String s : l) {
            if (s.length() == 1) {
                l.remove(s);
            }
        }
        System.out.println("removed while iterating " + l);
        l.addAll(Arrays.asList("z", "x", null, "y"));
        System.out.println("nulls are allowed " + l.contains(null) + " " + l.indexOf(null));
        l.remove(null);
        l.sort(null);
        l.replaceAll(s -> s + s.length());
        System.out.println("sorted and replaced " + l);
        l.removeIf(s -> s.startsWith("b"));
        System.out.println("removeIf " + l + " retainAll " + l.retainAll(List.of("x1", "z1")) + " " + l);
        ListIterator<String> it = l.listIterator(2);
        System.out.println("backwards " + it.previous() + " " + it.hasPrevious() + " " + it.nextIndex());
        Iterator<String> plain = l.iterator();
        plain.next();
        attempt("iterator remove", plain::remove);
        attempt("iterator set", () -> l.listIterator().add("q"));
        attempt("index", () -> l.get(2));
        attempt("negative index", () -> l.add(-1, "q"));
        List<String> sub = l.subList(0, 1);
        sub.add("in sub");
        System.out.println("sub list " + sub + " writes through " + l);
        l.add("behind its back");
        attempt("sub list after a change", sub::size);
        System.out.println("equals " + l.equals(List.of("x1", "in sub", "z1", "behind its back")) + " clone "
                + ((List<?>) l.clone()).size() + " array " + l.toArray(new String[0]).length);

        CopyOnWriteArrayList<Integer> shared = new CopyOnWriteArrayList<>();
        Thread[] ts = new Thread[4];
        boolean[] broken = new boolean[4];
        for (int t = 0; t < ts.length; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 0; i < 40; i++) {
                    shared.add(i);
                    shared.addIfAbsent(1000 + i);
                    int size = shared.size();
                    int counted = 0;
                    for (Integer n : shared) {
                        counted += n == null ? 0 : 1;
                    }
                    broken[id] |= counted < size;
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        int sum = shared.stream().mapToInt(n -> n).sum();
        System.out.println("shared " + shared.size() + " sum " + sum + " broken "
                + (broken[0] || broken[1] || broken[2] || broken[3]));
    }
}
