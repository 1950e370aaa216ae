// Method handle combinators: bind, insert, drop, permute, filter, fold, collect, spread, guard, catch, loops.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.methodType;

public class Combinators {
    static final Lookup L = lookup();
    static MethodHandle st(String n, MethodType t) throws Exception { return L.findStatic(Combinators.class, n, t); }
    static String three(String a, int b, long c) { return a + "/" + b + "/" + c; }
    static int add(int a, int b) { return a + b; }
    static int len(String s) { return s.length(); }
    static String up(String s) { return s.toUpperCase(); }
    static boolean isShort(String s) { return s.length() < 3; }
    static String shortOne(String s) { return "short:" + s; }
    static String longOne(String s) { return "long:" + s; }
    static int parse(String s) { return Integer.parseInt(s); }
    static int handler(NumberFormatException e, String s) { return -s.length(); }
    static String arr(Object... xs) { return Arrays.toString(xs); }
    static String ints(int... xs) { return Arrays.toString(xs); }
    static int fin(Throwable t, int r, String s) { log.add(t + "," + r + "," + s); return r + 1000; }
    static boolean lt(int i, int n) { return i < n; }
    static int step(int i, int n) { return i * 2 + 1; }
    static List<String> log = new ArrayList<>();
    static void side(Object o) { log.add("side " + o); }

    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (NullPointerException | ClassCastException e) {
            System.out.println(n + ": " + e.getClass().getName()); // the texts are those of private code
        } catch (Throwable e) {
            System.out.println(n + ": " + e.toString().replaceAll("@[0-9a-f]+", ""));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle three = st("three", methodType(String.class, String.class, int.class, long.class)), add = st("add", methodType(int.class, int.class, int.class)), len = st("len", methodType(int.class, String.class));
        MethodHandle up = st("up", methodType(String.class, String.class)), arr = st("arr", methodType(String.class, Object[].class)), ints = st("ints", methodType(String.class, int[].class)), parse = st("parse", methodType(int.class, String.class));
        t("bindTo", () -> (String) three.bindTo("b").invokeExact(1, 2L));
        t("bindTo prim", () -> add.bindTo(1));
        t("bindTo wrong", () -> three.bindTo(5));
        t("insert", () -> insertArguments(three, 1, 10, 20L).invoke("i") + " " + insertArguments(three, 0, "x").type());
        t("insert wrong", () -> insertArguments(three, 1, "str"));
        t("drop", () -> dropArguments(add, 1, String.class, double.class).invoke(1, "ignored", 2.5, 3) + " " + dropArguments(add, 0, long.class).type());
        t("permute", () -> permuteArguments(three, methodType(String.class, long.class, int.class, String.class), 2, 1, 0).invoke(5L, 6, "p") + " " + permuteArguments(add, methodType(int.class, int.class), 0, 0).invoke(21));
        t("permute drop", () -> permuteArguments(len, methodType(int.class, int.class, String.class), 1).invoke(9, "four"));
        t("filter args", () -> filterArguments(three, 0, up).invoke("low", 1, 2L) + " " + filterArguments(add, 0, len, len).invoke("ab", "cde") + " " + filterArguments(add, 1, parse).type());
        t("filter return", () -> filterReturnValue(up, len).invoke("abc") + " " + filterReturnValue(len, identity(int.class)).invoke("x"));
        t("fold", () -> foldArguments(st("add", methodType(int.class, int.class, int.class)), identity(int.class)).invoke(7) + " " + foldArguments(dropArguments(add, 2, String.class).asType(methodType(int.class, int.class, int.class, String.class)), insertArguments(add, 1, 100)).type());
        t("fold void", () -> { log.clear(); MethodHandle side = st("side", methodType(void.class, Object.class)).asType(methodType(void.class, String.class)); return foldArguments(up, side).invoke("f") + " " + log; });
        t("collect", () -> collectArguments(three, 1, len).invoke("c", "12345", 9L) + " " + collectArguments(add, 0, add).invoke(1, 2, 3));
        t("asCollector", () -> arr.asFixedArity().asCollector(Object[].class, 3).invoke(1, "b", 'c') + " " + ints.asFixedArity().asCollector(int[].class, 2).invoke(1, 2) + " " + arr.asCollector(Object[].class, 0).invoke());
        t("asSpreader", () -> three.asSpreader(Object[].class, 3).invoke(new Object[] {"s", 1, 2L}) + " " + add.asSpreader(int[].class, 2).invoke(new int[] {3, 4}) + " " + three.asSpreader(Object[].class, 2).invoke("s", new Object[] {5, 6L}));
        t("asSpreader wrong", () -> add.asSpreader(int[].class, 2).invoke(new int[3]));
        t("asSpreader null", () -> add.asSpreader(Object[].class, 2).invoke((Object[]) null));
        t("varargs", () -> arr.invoke() + " " + arr.invoke(1) + " " + arr.invoke(1, 2L, "x") + " " + arr.invoke(new Object[] {7}) + " " + arr.isVarargsCollector() + " " + add.asSpreader(Object[].class, 2).asVarargsCollector(Object[].class).invoke(5, 6));
        MethodHandle guard = guardWithTest(st("isShort", methodType(boolean.class, String.class)), st("shortOne", methodType(String.class, String.class)), st("longOne", methodType(String.class, String.class)));
        t("guard", () -> guard.invoke("a") + " " + guard.invoke("abcdef"));
        MethodHandle caught = catchException(parse, NumberFormatException.class, st("handler", methodType(int.class, NumberFormatException.class, String.class)));
        t("catch", () -> caught.invoke("42") + " " + caught.invoke("bad"));
        t("catch other", () -> catchException(parse, NullPointerException.class, dropArguments(constant(int.class, 5), 0, NullPointerException.class)).invoke("bad"));
        t("tryFinally", () -> { log.clear(); MethodHandle tf = tryFinally(parse, st("fin", methodType(int.class, Throwable.class, int.class, String.class))); Object r = tf.invoke("5"); try { tf.invoke("q"); } catch (NumberFormatException e) { log.add("rethrown"); } return r + " " + log; });
        t("throwException", () -> throwException(int.class, Exception.class).invoke(new Exception("thrown")));
        t("constant", () -> constant(String.class, "const").invoke() + " " + (long) constant(long.class, 5).invokeExact() + " " + identity(double.class).invoke(2.5) + " " + zero(int.class).invoke() + " " + zero(String.class).invoke() + " " + empty(methodType(int.class, String.class)).invoke("e"));
        t("whileLoop", () -> whileLoop(constant(int.class, 1).asType(methodType(int.class)), st("lt", methodType(boolean.class, int.class, int.class)), st("step", methodType(int.class, int.class, int.class))).invoke(100));
        t("doWhile", () -> doWhileLoop(null, st("step", methodType(int.class, int.class, int.class)), st("lt", methodType(boolean.class, int.class, int.class))).invoke(10));
        t("countedLoop", () -> countedLoop(constant(int.class, 5), constant(int.class, 100), add).invoke());
        t("iteratedLoop", () -> iteratedLoop(null, constant(int.class, 0), dropArguments(add, 2, Object.class).asType(methodType(int.class, int.class, int.class, Object.class)).asType(methodType(int.class, int.class, Integer.class, Iterable.class))).invoke(List.of(1, 2, 3, 4)));
        t("composition", () -> filterReturnValue(filterArguments(collectArguments(three, 1, len), 0, up, up), up).invoke("a", "bc", 3L));
        t("exactInvoker", () -> exactInvoker(add.type()).invoke(add, 3, 4) + " " + invoker(methodType(Object.class, Object.class, Object.class)).invoke(add, (Object) 5, (Object) 6) + " " + spreadInvoker(methodType(Object.class, Object.class, Object.class), 0).invoke(add, new Object[] {7, 8}));
        t("switch points", () -> { SwitchPoint sp = new SwitchPoint(); MethodHandle h = sp.guardWithTest(constant(String.class, "valid"), constant(String.class, "invalid")); String a = (String) h.invoke(); SwitchPoint.invalidateAll(new SwitchPoint[] {sp}); return a + " " + h.invoke() + " " + sp.hasBeenInvalidated(); });
        t("mutable call site", () -> { MutableCallSite m = new MutableCallSite(constant(int.class, 1)); MethodHandle d = m.dynamicInvoker(); int a = (int) d.invokeExact(); m.setTarget(constant(int.class, 2)); return a + " " + (int) d.invokeExact(); });
        t("proxy", () -> { Comparator<String> c = MethodHandleProxies.asInterfaceInstance(Comparator.class, L.findVirtual(String.class, "compareTo", methodType(int.class, String.class))); return c.compare("b", "a"); });
        t("many", () -> { MethodHandle h = identity(int.class); for (int i = 0; i < 30; i++) h = filterReturnValue(h, insertArguments(add, 0, i)); return h.invoke(1000); });
        t("tableSwitch", () -> tableSwitch0());
    }
    static Object tableSwitch0() throws Throwable {
        MethodHandle sw = tableSwitch(dropArguments(constant(String.class, "default"), 0, int.class), dropArguments(constant(String.class, "zero"), 0, int.class), dropArguments(constant(String.class, "one"), 0, int.class));
        return (String) sw.invokeExact(0) + (String) sw.invokeExact(1) + (String) sw.invokeExact(-1);
    }
}
