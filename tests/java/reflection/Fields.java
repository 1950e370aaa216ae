// Fields by reflection: reading and writing every type, static, final, private, inherited, hidden, errors.
import java.lang.reflect.*;
import java.util.*;

public class Fields {
    static class Base { public int shared = 1; protected String prot = "p"; private int priv = 5; public static int STAT = 9; }
    static class All extends Base {
        boolean z = true; byte b = 1; short s = 2; char c = 'c'; int i = 4; long l = 5; float f = 6.5f; double d = 7.5; String str = "s"; int[] arr = {1}; Object o;
        public int shared = 2;
        static long counter = 100;
        final int fin = 10;
        final String finObj;
        static final int CONST = 11;
        static final Integer BOXED = 12;
        volatile int vol; transient int trans;
        List<Map<String, ? extends Number>> gen;
        All() { finObj = "constructed"; }
    }
    record Rec(int x) {}

    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e.toString().replaceAll("@[0-9a-f]+", "")); } }
    static Field f(Class<?> c, String n) throws Exception { return c.getDeclaredField(n); }

    public static void main(String[] args) throws Exception {
        All a = new All();
        TreeSet<String> names = new TreeSet<>();
        for (Field x : All.class.getDeclaredFields()) names.add(x.getName() + ":" + x.getType().getSimpleName() + ":" + Modifier.toString(x.getModifiers()));
        names.forEach(System.out::println);
        for (String n : new String[] {"z", "b", "s", "c", "i", "l", "f", "d", "str", "o", "fin", "finObj", "counter"}) {
            Object v = f(All.class, n).get(a);
            System.out.print(n + "=" + v + (v == null ? "" : "/" + v.getClass().getSimpleName()) + " ");
        }
        System.out.println();
        f(All.class, "z").setBoolean(a, false); f(All.class, "b").setByte(a, (byte) -1); f(All.class, "s").setShort(a, (short) -2); f(All.class, "c").setChar(a, 'Z');
        f(All.class, "i").setInt(a, -4); f(All.class, "l").setLong(a, -5); f(All.class, "f").setFloat(a, -6f); f(All.class, "d").setDouble(a, -7); f(All.class, "str").set(a, "new"); f(All.class, "arr").set(a, new int[] {9, 9});
        System.out.println(a.z + " " + a.b + a.s + a.c + a.i + a.l + a.f + a.d + a.str + a.arr.length);
        t("getInt of byte", () -> f(All.class, "b").getInt(a));
        t("getLong of char", () -> f(All.class, "c").getLong(a));
        t("getDouble of int", () -> f(All.class, "i").getDouble(a));
        t("getInt of long", () -> f(All.class, "l").getInt(a));
        t("getBoolean of int", () -> f(All.class, "i").getBoolean(a));
        t("setInt on long", () -> { f(All.class, "l").setInt(a, 77); return a.l; });
        t("setLong on int", () -> { f(All.class, "i").setLong(a, 77); return a.i; });
        t("set boxed widening", () -> { f(All.class, "d").set(a, 'a'); return a.d; });
        t("set wrong", () -> { f(All.class, "str").set(a, 1); return 0; });
        t("set null prim", () -> { f(All.class, "i").set(a, null); return 0; });
        t("static get", () -> All.class.getDeclaredField("counter").get(null));
        t("static set", () -> { All.class.getDeclaredField("counter").set(null, 5L); return All.counter; });
        t("static final", () -> { f(All.class, "CONST").set(null, 5); return All.CONST; });
        t("final no access", () -> { f(All.class, "fin").set(a, 5); return a.fin; });
        t("final accessible", () -> { Field x = f(All.class, "fin"); x.setAccessible(true); x.set(a, 55); return x.get(a) + " " + a.fin; });
        t("final obj", () -> { Field x = f(All.class, "finObj"); x.setAccessible(true); x.set(a, "changed"); return a.finObj; });
        t("static final accessible", () -> { Field x = f(All.class, "BOXED"); x.setAccessible(true); x.set(null, 5); return All.BOXED; });
        t("record", () -> { Field x = f(Rec.class, "x"); x.setAccessible(true); x.set(new Rec(1), 5); return 0; });
        t("record get", () -> f(Rec.class, "x").getInt(new Rec(8)));
        t("hidden", () -> f(Base.class, "shared").get(a) + " " + f(All.class, "shared").get(a) + " " + All.class.getField("shared").getDeclaringClass().getSimpleName());
        t("inherited static", () -> All.class.getField("STAT").get(null));
        t("private nest", () -> f(Base.class, "priv").get(a));
        t("not found", () -> All.class.getField("nope"));
        t("not public", () -> All.class.getField("prot"));
        t("wrong receiver", () -> f(All.class, "i").get("str"));
        t("null receiver", () -> f(All.class, "i").get(null));
        t("generic", () -> f(All.class, "gen").getGenericType());
        t("toString", () -> f(All.class, "vol") + " | " + f(All.class, "gen").toGenericString());
        t("jdk private", () -> { Field x = String.class.getDeclaredField("value"); x.setAccessible(true); return x.get("s"); });
        t("jdk public", () -> Integer.class.getField("MAX_VALUE").getInt(null));
        t("array length", () -> Array.getLength(f(All.class, "arr").get(a)));
        t("equals", () -> f(All.class, "i").equals(f(All.class, "i")) + " " + (f(All.class, "i") == f(All.class, "i")) + " " + f(All.class, "i").getDeclaringClass().getSimpleName() + " " + f(All.class, "i").isSynthetic() + f(All.class, "i").isEnumConstant());
        t("this$0", () -> { Object inner = new Fields().new In(); List<String> l = new ArrayList<>(); for (Field x : inner.getClass().getDeclaredFields()) l.add(x.getName() + x.isSynthetic()); return l; });
        t("enum const", () -> Thread.State.class.getField("NEW").isEnumConstant() + " " + Thread.State.class.getField("NEW").get(null));
    }
    class In { int x = hashCode0(); }
    int hashCode0() { return 3; }
}
