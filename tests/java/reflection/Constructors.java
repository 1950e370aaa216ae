// Constructors, arrays and enums by reflection.
import java.lang.reflect.*;
import java.util.*;

public class Constructors {
    static class A { final String s; public A() { s = "none"; } private A(int x) { s = "int" + x; } protected A(String a, long... ls) throws java.io.IOException { if (a == null) throw new java.io.IOException("null a"); s = a + ls.length; } }
    static abstract class Abs { Abs() {} }
    interface Face {}
    class Inner { final int v; Inner(int v) { this.v = v + outer; } }
    int outer = 100;
    enum E { X, Y }
    record R(int a, String b) { R { if (a < 0) throw new IllegalArgumentException("negative"); } }
    static class Priv { private Priv() {} }
    static class Fails { static { if (true) throw new IllegalStateException("init"); } }

    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (InvocationTargetException e) { System.out.println(n + ": target " + e.getCause()); } catch (Throwable e) { System.out.println(n + ": " + e); } }

    public static void main(String[] args) throws Exception {
        TreeSet<String> cs = new TreeSet<>();
        for (Class<?> c : new Class<?>[] {A.class, Inner.class, E.class, R.class, Abs.class, Face.class}) for (Constructor<?> k : c.getDeclaredConstructors()) cs.add(k + " " + k.isVarArgs() + " " + k.getParameterCount() + " " + Arrays.toString(k.getExceptionTypes()));
        cs.forEach(System.out::println);
        t("public", () -> A.class.getConstructor().newInstance().s);
        t("private", () -> A.class.getDeclaredConstructor(int.class).newInstance(5).s);
        t("varargs", () -> A.class.getDeclaredConstructor(String.class, long[].class).newInstance("a", new long[] {1, 2}).s);
        t("throws", () -> A.class.getDeclaredConstructor(String.class, long[].class).newInstance(null, null));
        t("not found", () -> A.class.getConstructor(int.class));
        t("args", () -> A.class.getDeclaredConstructor(int.class).newInstance("x"));
        t("count", () -> A.class.getDeclaredConstructor(int.class).newInstance());
        t("abstract", () -> Abs.class.getDeclaredConstructor().newInstance());
        t("interface", () -> Face.class.getDeclaredConstructor());
        t("inner", () -> Inner.class.getDeclaredConstructor(Constructors.class, int.class).newInstance(new Constructors(), 5).v);
        t("enum", () -> { Constructor<?> k = E.class.getDeclaredConstructors()[0]; k.setAccessible(true); return k.newInstance("Z", 9); });
        t("record", () -> R.class.getDeclaredConstructor(int.class, String.class).newInstance(1, "b"));
        t("record refuses", () -> R.class.getDeclaredConstructor(int.class, String.class).newInstance(-1, "b"));
        t("private nested", () -> Priv.class.getDeclaredConstructor().newInstance() != null);
        t("init fails", () -> Fails.class.getDeclaredConstructor().newInstance());
        t("jdk", () -> StringBuilder.class.getConstructor(String.class).newInstance("sb").append(1));
        t("list", () -> ((List<?>) Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance()).size());
        t("class newInstance", () -> { @SuppressWarnings("deprecation") Object o = A.class.newInstance(); return ((A) o).s; });
        t("enum valueOf", () -> Enum.valueOf(E.class, "Y").ordinal() + " " + E.class.getMethod("valueOf", String.class).invoke(null, "X") + " " + Array.getLength(E.class.getMethod("values").invoke(null)));
        // Arrays.
        Object ints = Array.newInstance(int.class, 3), grid = Array.newInstance(String.class, 2, 3), part = Array.newInstance(long[].class, 2);
        Array.set(ints, 0, 5);
        Array.setInt(ints, 1, 6);
        Array.set(ints, 2, (byte) 7);
        Array.set(Array.get(grid, 1), 2, "deep");
        System.out.println(Arrays.toString((int[]) ints) + Arrays.deepToString((Object[]) grid) + part.getClass() + Array.getLength(grid) + Array.get(ints, 0) + Array.getInt(ints, 1) + Array.getDouble(ints, 2));
        t("array bounds", () -> Array.get(ints, 3));
        t("array not", () -> Array.get("x", 0));
        t("array null", () -> Array.getLength(null));
        t("array wrong", () -> { Array.set(ints, 0, "s"); return 0; });
        t("array narrowing", () -> { Array.setLong(ints, 0, 5L); return 0; });
        t("array get wrong", () -> Array.getByte(ints, 0));
        t("array negative", () -> Array.newInstance(int.class, -1));
        t("array void", () -> Array.newInstance(void.class, 1));
        t("array no dims", () -> Array.newInstance(int.class, new int[0]));
        t("array types", () -> Array.newInstance(Array.newInstance(char.class, 0).getClass(), 4).getClass().getName());
        for (Object arr : new Object[] {new boolean[] {true}, new byte[] {1}, new short[] {2}, new char[] {'c'}, new long[] {4}, new float[] {5}, new double[] {6}, new Object[] {"o"}}) System.out.print(Array.get(arr, 0) + " ");
        System.out.println();
        t("modifiers", () -> Modifier.toString(A.class.getDeclaredConstructor(int.class).getModifiers()) + " " + Modifier.isProtected(A.class.getDeclaredConstructor(String.class, long[].class).getModifiers()) + " " + A.class.getConstructors().length);
        t("generic string", () -> A.class.getDeclaredConstructor(String.class, long[].class).toGenericString());
        t("equals", () -> A.class.getConstructor().equals(A.class.getConstructor()) + " " + A.class.getConstructor().getName());
    }
}
