// What reflection says about wrong arguments, arrays and receivers.
import java.lang.reflect.*;
import java.util.*;
public class CallErrors {
    interface Act { Object run() throws Throwable; }
    static void t(String n, Act a) { try { Object o = a.run(); System.out.println(n + " = " + o); } catch (Throwable e) { System.out.println(n + " ! " + e.getClass().getName() + ": " + e.getMessage() + " <- " + e.getCause()); } }
    public static int si(int x) { return x + 1; }
    public static long sl(long x) { return x + 1; }
    public static String ss(String a, Integer b) { return a + b; }
    public int inst(int a) { return a * 2; }
    public static void thrower() { throw new IllegalStateException("boo"); }
    public static void thrower2() { Object o = "x"; Integer i = (Integer) o; }
    public static void thrower3() { Object o = null; o.toString(); }
    public CallErrors() {}
    public CallErrors(int x, String y) { if (x < 0) throw new RuntimeException("neg"); }
    public static void main(String[] args) throws Exception {
        t("len null", () -> Array.getLength(null));
        t("len str", () -> Array.getLength("x"));
        t("get null", () -> Array.get(null, 0));
        t("get str", () -> Array.get("x", 0));
        t("get oob", () -> Array.get(new int[2], 2));
        t("get oob-", () -> Array.get(new String[2], -1));
        t("getInt oob", () -> Array.getInt(new int[2], 5));
        t("getInt on obj", () -> Array.getInt(new Object[2], 0));
        t("getInt on long", () -> Array.getInt(new long[2], 0));
        t("getInt on str", () -> Array.getInt("", 0));
        t("getInt null", () -> Array.getInt(null, 0));
        t("getLong on char", () -> Array.getLong(new char[]{'a'}, 0));
        t("getDouble on int", () -> Array.getDouble(new int[]{-3}, 0));
        t("getFloat on long", () -> Array.getFloat(new long[]{1L << 60}, 0));
        t("getBoolean on int", () -> Array.getBoolean(new int[]{1}, 0));
        t("set null prim", () -> { Array.set(new int[1], 0, null); return 0; });
        t("set str prim", () -> { Array.set(new int[1], 0, "x"); return 0; });
        t("set long in int", () -> { Array.set(new int[1], 0, 1L); return 0; });
        t("set byte in int", () -> { int[] a = new int[1]; Array.set(a, 0, (byte) -1); return a[0]; });
        t("set char in short", () -> { short[] a = new short[1]; Array.set(a, 0, 'a'); return a[0]; });
        t("set int in float", () -> { float[] a = new float[1]; Array.set(a, 0, 16777217); return a[0]; });
        t("set obj mismatch", () -> { Array.set(new String[1], 0, 1); return 0; });
        t("set obj oob", () -> { Array.set(new String[1], 1, "1"); return 0; });
        t("set obj oob mismatch", () -> { Array.set(new String[1], 1, 1); return 0; });
        t("set null", () -> { Array.set(null, 1, 1); return 0; });
        t("set str", () -> { Array.set("", 1, 1); return 0; });
        t("setInt in Object", () -> { Array.setInt(new Object[1], 0, 1); return 0; });
        t("setInt in Integer", () -> { Array.setInt(new Integer[1], 0, 1); return 0; });
        t("setInt in byte", () -> { Array.setInt(new byte[1], 0, 1); return 0; });
        t("setInt in long", () -> { long[] a = new long[1]; Array.setInt(a, 0, -1); return a[0]; });
        t("setInt oob", () -> { Array.setInt(new int[1], 1, 1); return 0; });
        t("setInt null", () -> { Array.setInt(null, 1, 1); return 0; });
        t("setBoolean in boolean", () -> { boolean[] a = new boolean[1]; Array.setBoolean(a, 0, true); return a[0]; });
        t("new neg", () -> Array.newInstance(int.class, -1));
        t("new void", () -> Array.newInstance(void.class, 1));
        t("new null", () -> Array.newInstance(null, 1));
        t("new", () -> Array.newInstance(int[].class, 3).getClass());
        t("multi empty", () -> Array.newInstance(int.class, new int[0]));
        t("multi neg", () -> Array.newInstance(int.class, 1, -2));
        t("multi zero neg", () -> Array.newInstance(int.class, 0, -2));
        t("multi void", () -> Array.newInstance(void.class, 1, 2));
        t("multi null", () -> Array.newInstance(null, 1, 2));
        t("multi nulldims", () -> Array.newInstance(int.class, (int[]) null));
        t("multi many", () -> Array.newInstance(int.class, new int[256]));
        t("multi 255", () -> Array.newInstance(int.class, new int[255]).getClass().getName().length());
        t("multi ok", () -> Arrays.deepToString((Object[]) Array.newInstance(int.class, 2, 3)));
        t("multi ok2", () -> Array.newInstance(int[].class, 2, 3).getClass());
        Method si = CallErrors.class.getMethod("si", int.class), sl = CallErrors.class.getMethod("sl", long.class), ss = CallErrors.class.getMethod("ss", String.class, Integer.class), in = CallErrors.class.getMethod("inst", int.class);
        t("si", () -> si.invoke(null, 3));
        t("si byte", () -> si.invoke(null, (byte) 3));
        t("si char", () -> si.invoke(null, 'a'));
        t("si long", () -> si.invoke(null, 3L));
        t("si str", () -> si.invoke(null, "3"));
        t("si null", () -> si.invoke(null, new Object[]{null}));
        t("si none", () -> si.invoke(null));
        t("si nullargs", () -> si.invoke(null, (Object[]) null));
        t("si two", () -> si.invoke(null, 1, 2));
        t("sl int", () -> sl.invoke(null, -3));
        t("sl float", () -> sl.invoke(null, 3f));
        t("ss", () -> ss.invoke(null, "a", 4));
        t("ss null", () -> ss.invoke(null, null, null));
        t("ss mism", () -> ss.invoke(null, 4, 4));
        t("inst", () -> in.invoke(new CallErrors(), 4));
        t("inst null", () -> in.invoke(null, 4));
        t("inst wrong", () -> in.invoke("x", 4));
        t("inst wrong count", () -> in.invoke(new CallErrors()));
        t("throw", () -> CallErrors.class.getMethod("thrower").invoke(null));
        t("throw2", () -> CallErrors.class.getMethod("thrower2").invoke(null));
        t("throw3", () -> CallErrors.class.getMethod("thrower3").invoke(null));
        Constructor<?> c = CallErrors.class.getConstructor(int.class, String.class);
        t("ctor", () -> c.newInstance(1, "a").getClass());
        t("ctor neg", () -> c.newInstance(-1, "a"));
        t("ctor cnt", () -> c.newInstance(-1));
        t("ctor mis", () -> c.newInstance("a", "b"));
        t("ctor mis2", () -> c.newInstance(1, 2));
        t("ctor null", () -> c.newInstance(null, "b"));
        t("ctor widen", () -> c.newInstance((short) 1, null).getClass());
        t("notify", () -> Object.class.getMethod("notify").invoke(new Object()));
        t("hashCode", () -> Object.class.getMethod("hashCode").invoke("abc"));
        t("toString iface", () -> CharSequence.class.getMethod("length").invoke("abc"));
        t("abstract", () -> Number.class.getDeclaredConstructors()[0].newInstance());
        t("enum", () -> Thread.State.class.getDeclaredConstructors()[0].newInstance("a", 1));
        t("getClass", () -> Object.class.getMethod("getClass").invoke("abc"));
        t("forName", () -> Class.class.getMethod("forName", String.class).invoke(null, "CallErrors"));
        t("nosuch", () -> CallErrors.class.getMethod("nosuch", int.class));
        t("nosuchf", () -> CallErrors.class.getField("nosuch"));
        t("nosuchc", () -> CallErrors.class.getConstructor(long.class));
    }
}
