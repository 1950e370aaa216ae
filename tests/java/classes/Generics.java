// Generics: bounded types, bridges, wildcard capture, generic methods, erasure and its casts.
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

public class Generics {
    static class Box<T> {
        T value;
        Box(T value) { this.value = value; }
        <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(value)); }
        @Override public String toString() { return "Box(" + value + ")"; }
    }

    interface Shape<T extends Comparable<T>> extends Comparable<Shape<T>> {
        T size();
        default int compareTo(Shape<T> o) { return size().compareTo(o.size()); }
    }

    record Square(Integer size) implements Shape<Integer> {}

    static <T extends Comparable<? super T>> T max(List<? extends T> list) {
        T best = null;
        for (T t : list) if (best == null || t.compareTo(best) > 0) best = t;
        return best;
    }

    static abstract class Node<T> {
        abstract void set(T t);
        abstract T get();
    }

    static class StringNode extends Node<String> {
        String s = "";
        @Override void set(String t) { s += t; }
        @Override String get() { return s; }
    }

    static class Pair<A, B> {
        final A a;
        final B b;
        Pair(A a, B b) { this.a = a; this.b = b; }
        static <X, Y> Pair<X, Y> of(X x, Y y) { return new Pair<>(x, y); }
        Pair<B, A> swap() { return of(b, a); }
        @Override public String toString() { return "(" + a + ", " + b + ")"; }
    }

    static double sum(List<? extends Number> l) {
        double s = 0;
        for (Number n : l) s += n.doubleValue();
        return s;
    }

    static void fill(List<? super Integer> l) {
        for (int i = 0; i < 3; i++) l.add(i);
    }

    static <T> void swap(List<T> l, int i, int j) {
        T t = l.get(i);
        l.set(i, l.get(j));
        l.set(j, t);
    }

    static void swapAny(List<?> l) { swap(l, 0, l.size() - 1); }

    @SafeVarargs
    static <T> List<T> listOf(T... ts) {
        List<T> r = new ArrayList<>();
        for (T t : ts) r.add(t);
        return r;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        System.out.println(new Box<>("abc").map(String::length).map(n -> n * 2.5));
        System.out.println(max(List.of(3, 9, 2)) + " " + max(List.of("x", "abc")) + " " + max(List.<Integer>of()));
        System.out.println(new Square(3).compareTo(new Square(5)) + " " + max(List.of(new Square(4), new Square(8))));
        StringNode n = new StringNode();
        Node<String> asNode = n;
        asNode.set("a");
        asNode.set("b");
        System.out.println(asNode.get() + n.get());
        try {
            ((Node) n).set(1);
        } catch (ClassCastException e) {
            System.out.println("bridge cast failed");
        }
        System.out.println(Pair.of(1, "one").swap() + " " + new Pair<>('c', 2L));
        System.out.println(sum(List.of(1, 2.5, 3L, 4f)));
        List<Number> numbers = new ArrayList<>();
        fill(numbers);
        numbers.add(1.5);
        swapAny(numbers);
        System.out.println(numbers);
        System.out.println(listOf("a", "b").get(1) + listOf().size() + listOf(1, 'c', "s"));
        List raw = new ArrayList<String>();
        raw.add(42);
        List<String> strings = raw;
        System.out.println(strings.size() + " " + ((List) strings).get(0));
        try {
            String s = strings.get(0);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Comparator<String> byLength = Comparator.comparing(String::length);
        System.out.println(byLength.compare("aa", "b") + " " + byLength.reversed().compare("aa", "b"));
        int bridges = 0;
        for (var m : StringNode.class.getDeclaredMethods()) if (m.isBridge()) bridges++;
        System.out.println("bridges " + bridges);
        Box<Box<int[]>> nested = new Box<>(new Box<>(new int[] {1, 2}));
        nested.value.value[0] += 5;
        System.out.println(nested.value.value[0]);
        T3<Integer> t = new T3<>(5) {};
        System.out.println(t.twice(x -> x + 1));
    }

    static abstract class T3<T> {
        T v;
        T3(T v) { this.v = v; }
        T twice(Function<T, T> f) { return f.andThen(f).apply(v); }
    }
}
