// Strings in the pool, hash codes that are specified, identity of boxes and class objects.
import java.util.*;

public class Interning {
    static final String A = "pool";
    static String make(String... parts) { StringBuilder sb = new StringBuilder(); for (String p : parts) sb.append(p); return sb.toString(); }
    record R(int a, String b) {}
    enum E { X }
    static class K { int v; K(int v) { this.v = v; } @Override public boolean equals(Object o) { return o instanceof K k && k.v == v; } @Override public int hashCode() { return v * 31; } }

    public static void main(String[] args) throws Exception {
        String b = make("po", "ol");
        System.out.println((A == "pool") + " " + (A == b) + " " + (A == b.intern()) + " " + (b.intern() == b.intern()) + " " + A.equals(b) + " " + (A == "po" + "ol") + " " + (A == new String("pool")));
        String fresh = make("fre", "sh", "ly made");
        System.out.println((fresh.intern() == fresh) + " " + (fresh == "freshly made") + " " + (make("freshly ", "made").intern() == fresh));
        System.out.println((String.valueOf(5) == String.valueOf(5)) + " " + ("" == make()) + " " + (make().intern() == "") + " " + ("abc".substring(0) == "abc") + " " + ("abc".toString() == "abc") + " " + ("abc".concat("") == "abc") + " " + ("abc".replace('x', 'y') == "abc") + " " + ("abc".trim() == "abc") + " " + ("abc".toLowerCase() == "abc"));
        System.out.println((Class.forName("Interning").getName() == "Interning") + " " + (E.X.name() == "X") + " " + (Interning.class.getDeclaredField("A").getName() == "A") + " " + (int[].class == new int[0].getClass()));
        System.out.println(Integer.valueOf(7).hashCode() + " " + Long.valueOf(1L << 33).hashCode() + " " + Double.valueOf(1).hashCode() + " " + Boolean.TRUE.hashCode() + " " + Character.valueOf('a').hashCode() + " " + Byte.valueOf((byte) -1).hashCode() + " " + Float.valueOf(1f).hashCode() + " " + "hash".hashCode() + " " + List.of(1, 2).hashCode() + " " + Set.of(1, 2).hashCode() + " " + Map.of(1, 2).hashCode() + " " + Arrays.hashCode(new int[] {1}) + " " + new R(1, "x").hashCode() + " " + Optional.of(3).hashCode() + " " + Objects.hash(1, "a", null) + " " + Map.entry(1, 2).hashCode() + " " + new BitSet().hashCode() + " " + UUID.nameUUIDFromBytes(new byte[0]).hashCode() + " " + new K(3).hashCode() + " " + Locale.US.toString().hashCode());
        Object o1 = new Object(), o2 = new Object();
        int h = o1.hashCode();
        for (int i = 0; i < 100; i++) if (o1.hashCode() != h) System.out.println("unstable");
        System.out.println(o1.equals(o1) + " " + o1.equals(o2) + " " + o1.toString().startsWith("java.lang.Object@") + " " + o1.toString().equals("java.lang.Object@" + Integer.toHexString(h)) + " " + (new int[0].toString().startsWith("[I@")));
        Map<K, String> m = new HashMap<>();
        m.put(new K(1), "one");
        K mutable = new K(2);
        m.put(mutable, "two");
        mutable.v = 5;
        System.out.println(m.get(new K(1)) + " " + m.get(new K(2)) + " " + m.get(new K(5)) + " " + m.containsValue("two") + " " + m.size());
        int sum = 0;
        for (int i = 0; i < 300; i++) sum += ("key" + i).intern() == ("key" + i).intern() ? 1 : 0;
        System.out.println(sum);
        switch (b) { case "pool" -> System.out.println("switch by equals"); default -> System.out.println("no"); }
        synchronized (A) { synchronized ("pool") { System.out.println("same monitor " + Thread.holdsLock("po" + "ol")); } }
    }
}
