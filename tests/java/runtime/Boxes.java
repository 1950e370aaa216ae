// Boxed values through collections, varargs, generics, arithmetic and comparisons; caches; unboxing null.
import java.util.*;
import java.util.function.*;

public class Boxes {
    static String type(Object o) { return o == null ? "null" : o.getClass().getSimpleName(); }
    static <T extends Number> double sum(Collection<T> c) { double s = 0; for (T t : c) s += t.doubleValue(); return s; }
    static long prim(long x) { return x; }
    static Object obj(Object x) { return x; }
    static int over(Integer i) { return 1; } static int over(long l) { return 2; } static int over(Object o) { return 3; }

    public static void main(String[] args) {
        for (int i : new int[] {-129, -128, 0, 127, 128}) { Integer a = i, b = i; Long c = (long) i, d = (long) i; Short e = (short) i, f = (short) i; System.out.println(i + " " + (a == b) + (c == d) + (e == f) + a.equals(b) + c.equals(d) + a.equals((int) (long) c) + c.equals(a)); }
        for (char ch : new char[] {'\0', 'a', '\u007f', '\u0080'}) { Character x = ch, y = ch; System.out.print((x == y) + " "); }
        System.out.println((Byte.valueOf((byte) 5) == Byte.valueOf((byte) 5)) + " " + (Boolean.valueOf("true") == Boolean.TRUE) + " " + (Double.valueOf(1) == Double.valueOf(1)));
        List<Object> l = new ArrayList<>();
        Collections.addAll(l, 1, 2L, 3f, 4.0, 'c', (byte) 5, (short) 6, true, null, "s");
        StringBuilder sb = new StringBuilder();
        for (Object o : l) sb.append(type(o)).append(' ');
        System.out.println(sb);
        System.out.println(sum(List.of(1, 2, 3)) + " " + sum(List.of(1.5, 2.5)) + " " + sum(new ArrayList<Long>()));
        Integer n = null;
        for (Runnable r : new Runnable[] {() -> { int x = n; }, () -> System.out.println(n + 1), () -> { if (n == 5) System.out.println(); }, () -> prim(n), () -> { Integer m = n; m++; }, () -> { long x = n; }, () -> { boolean b = (Boolean) null; }, () -> { switch (n) { default: } }}) try { r.run(); System.out.print("fine "); } catch (NullPointerException e) { System.out.print("NPE "); }
        System.out.println(n == null);
        Map<Character, Integer> count = new TreeMap<>();
        for (char c : "hello world".toCharArray()) { Integer old = count.get(c); count.put(c, old == null ? 1 : old + 1); }
        System.out.println(count);
        Map<Long, String> longs = new HashMap<>();
        longs.put(1L, "one");
        System.out.println(longs.get(1L) + " " + longs.get(1) + " " + longs.containsKey((long) 1) + " " + longs.get(Long.valueOf("1")));
        Set<Short> shorts = new LinkedHashSet<>();
        for (short i = 0; i < 5; i++) { shorts.add(i); shorts.remove(i - 1); }
        System.out.println(shorts);
        System.out.println(over(1) + "" + over((short) 1) + over('c') + over(1.5) + over(Integer.valueOf(1)) + over(1L));
        Object o = 5;
        int back = (Integer) o;
        long wide = (Integer) o;
        System.out.println(back + wide + " " + type(obj(back)) + type(obj(wide)) + " " + (o instanceof Integer i && i > 4) + " " + type(true ? 1 : 2.0) + type(true ? (Object) 1 : 2.0));
        try { Long bad = (Long) o; } catch (ClassCastException e) { System.out.println("Integer is no Long"); }
        Integer a = 5, b = 7;
        System.out.println((a + b) + " " + a * b + " " + (a < b) + " " + (a & b) + " " + -a + " " + ~b + " " + (a << b) + " " + a.compareTo(b) + " " + Integer.compare(a, b) + " " + (a == 5 && b != 5) + " " + Math.max(a, b) + " " + (char) (a + 60) + " " + a / 2.0);
        Boolean t = true, f = false;
        System.out.println((t && f) + " " + (t | f) + " " + !t + " " + (t ? "yes" : "no") + " " + t.compareTo(f) + " " + (t ^ f));
        Character c = 'x';
        c++;
        System.out.println(c + " " + (c + 1) + " " + Character.getNumericValue('7') + " " + (c > 'a') + " " + Character.isLetter(c) + " " + (int) c);
        Function<Integer, Integer> inc = x -> x + 1;
        IntFunction<Integer> box = x -> x;
        ToIntFunction<Integer> unbox = x -> x;
        Supplier<Long> lng = () -> 5L;
        BinaryOperator<Double> add = (x, y) -> x + y;
        System.out.println(inc.apply(1) + " " + box.apply(2) + " " + unbox.applyAsInt(3) + " " + lng.get() + " " + add.apply(1.0, 2.0) + " " + inc.andThen(inc).apply(5));
        Integer[] arr = {1, 2, 3};
        int total = 0;
        for (int x : arr) total += x;
        arr[0] += 10;
        arr[1]++;
        System.out.println(total + Arrays.toString(arr) + type(arr) + type(new int[0]));
        Iterator<Integer> it = List.of(1, 2, 3).iterator();
        int s = 0;
        while (it.hasNext()) s += it.next();
        System.out.println(s + " " + Collections.max(List.of(3, 9, 2)) + " " + List.of(1, 2).contains(1) + List.of(1, 2).contains(1L));
        System.out.println(Double.valueOf(0.0).equals(-0.0) + " " + Double.valueOf(Double.NaN).equals(Double.NaN) + " " + Float.valueOf(1).equals(1.0) + " " + new HashSet<>(List.of(0.0, -0.0)).size() + " " + Objects.equals(1, 1L) + " " + Objects.equals(1000, 1000));
        System.out.println(Number.class.cast(5).intValue() + " " + Integer.valueOf(300).byteValue() + " " + Double.valueOf(3.99).intValue() + " " + Long.valueOf(1L << 32).intValue() + " " + Float.valueOf(1e10f).longValue() + " " + Integer.valueOf(65).shortValue());
    }
}
