// Spliterators and iterators: splitting, sizes, characteristics, own sources, StreamSupport.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Spliterators {
    static class Range implements Spliterator<Integer> {
        int lo;
        final int hi;
        Range(int lo, int hi) { this.lo = lo; this.hi = hi; }
        public boolean tryAdvance(Consumer<? super Integer> c) { if (lo >= hi) return false; c.accept(lo++); return true; }
        public Spliterator<Integer> trySplit() { int mid = (lo + hi) >>> 1; if (mid - lo < 2) return null; Range r = new Range(lo, mid); lo = mid; return r; }
        public long estimateSize() { return hi - lo; }
        public int characteristics() { return ORDERED | SIZED | SUBSIZED | IMMUTABLE | NONNULL; }
    }

    static String drain(Spliterator<?> s) { StringBuilder sb = new StringBuilder(); s.forEachRemaining(x -> sb.append(x).append(' ')); return sb.toString().trim(); }

    public static void main(String[] args) {
        Spliterator<Integer> s = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7)).spliterator();
        Spliterator<Integer> p = s.trySplit();
        System.out.println(p.estimateSize() + " " + s.estimateSize() + " " + s.hasCharacteristics(Spliterator.SIZED) + " [" + drain(p) + "] [" + drain(s) + "] " + s.tryAdvance(x -> {}));
        for (Collection<Integer> c : List.of(new ArrayList<>(List.of(1, 2, 3, 4)), new LinkedList<>(List.of(1, 2, 3, 4)), new TreeSet<>(List.of(4, 3, 2, 1)), new ArrayDeque<>(List.of(1, 2, 3, 4)), Arrays.asList(1, 2, 3, 4), new Vector<>(List.of(1, 2, 3, 4)), new PriorityQueue<>(List.of(1, 2, 3, 4)))) {
            Spliterator<Integer> a = c.spliterator(), b = a.trySplit();
            System.out.println(c.getClass().getSimpleName() + " " + a.characteristics() + " " + (b == null ? "-" : drain(b)) + " | " + drain(a));
        }
        System.out.println(StreamSupport.stream(new Range(0, 20), false).map(x -> x * 2).filter(x -> x % 3 == 0).toList());
        System.out.println(StreamSupport.stream(new Range(0, 100), true).mapToInt(x -> x).sum());
        System.out.println(new Range(0, 9).getExactSizeIfKnown() + " " + drain(new Range(3, 6)));
        Spliterator<String> words = Arrays.spliterator(new String[] {"a", "b", "c"});
        words.tryAdvance(System.out::println);
        System.out.println(words.estimateSize() + " " + drain(words));
        Iterator<Integer> gen = new Iterator<>() {
            int n = 0;
            public boolean hasNext() { return n < 5; }
            public Integer next() { if (!hasNext()) throw new NoSuchElementException(); return n++ * n; }
        };
        System.out.println(StreamSupport.stream(java.util.Spliterators.spliteratorUnknownSize(gen, Spliterator.ORDERED), false).map(String::valueOf).collect(Collectors.joining(";")));
        Spliterator.OfInt si = IntStream.range(0, 10).spliterator();
        Spliterator.OfInt sj = si.trySplit();
        int[] sums = new int[2];
        si.forEachRemaining((IntConsumer) x -> sums[0] += x);
        sj.forEachRemaining((IntConsumer) x -> sums[1] += x);
        System.out.println(sums[0] + " " + sums[1]);
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30));
        ListIterator<Integer> li = list.listIterator();
        while (li.hasNext()) { int i = li.nextIndex(), v = li.next(); if (v == 20) { li.set(v + 5 + i); li.add(99); } else if (v == 10) li.remove(); }
        System.out.println(list);
        while (li.hasPrevious()) System.out.print(li.previous() + "@" + li.nextIndex() + " ");
        System.out.println();
        Iterator<Integer> it = list.iterator();
        it.next();
        it.remove();
        try { it.remove(); } catch (IllegalStateException e) { System.out.println("remove twice"); }
        it.forEachRemaining(x -> System.out.print(x + " "));
        System.out.println(list);
        Iterator<Integer> empty = Collections.emptyIterator();
        try { empty.next(); } catch (NoSuchElementException e) { System.out.println("empty"); }
        PrimitiveIterator.OfInt pi = IntStream.of(3, 4).iterator();
        System.out.println(pi.nextInt() + pi.next());
        Enumeration<Integer> en = Collections.enumeration(List.of(1, 2));
        while (en.hasMoreElements()) System.out.print(en.nextElement());
        System.out.println();
        Iterable<String> iter = () -> Stream.of("x", "y").iterator();
        for (String x : iter) System.out.print(x);
        iter.forEach(System.out::print);
        System.out.println(" " + drain(iter.spliterator()));
        Stream<Integer> st = Stream.of(1, 2, 3);
        Spliterator<Integer> sp = st.map(x -> x + 1).spliterator();
        sp.tryAdvance(x -> System.out.println("first " + x));
        System.out.println(drain(sp));
    }
}
