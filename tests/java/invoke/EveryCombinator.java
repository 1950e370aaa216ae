// Every combinator of MethodHandles, with values that show the order in which things happen.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.methodType;

public class EveryCombinator {
    static final Lookup L = lookup();
    static StringBuilder log = new StringBuilder();
    static String s(String x) { log.append(x).append(';'); return "<" + x + ">"; }
    static int inc(int x) { log.append("inc").append(x).append(';'); return x + 1; }
    static long mix(int a, long b, double c, String d) { return a + b + (long) c + d.length(); }
    static String cat(String a, String b, String c) { return a + b + c; }
    static boolean positive(int x) { return x > 0; }
    static String fail(String x) throws Exception { throw new java.io.IOException("fail " + x); }
    static String caught(Exception e, String x) { return "caught " + e.getMessage() + " " + x; }
    static String cleanup(Throwable t, String r, String x) { return "cleanup " + t + " " + r + " " + x; }
    static int add(int a, int b) { return a + b; }
    static String var(String f, Object... rest) { return f + Arrays.toString(rest); }
    static String vari(int... xs) { return Arrays.toString(xs); }
    static void sink(Object o) { log.append("sink ").append(o).append(';'); }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        log.setLength(0);
        try { System.out.println(n + ": " + b.run() + (log.length() > 0 ? " | " + log : "")); }
        catch (Throwable e) { System.out.println(n + ": " + e + (log.length() > 0 ? " | " + log : "")); }
    }
    static MethodHandle h(String name, Class<?> r, Class<?>... p) throws Throwable { return L.findStatic(EveryCombinator.class, name, methodType(r, p)); }

    public static void main(String[] args) throws Throwable {
        MethodHandle S = h("s", String.class, String.class), INC = h("inc", int.class, int.class), MIX = h("mix", long.class, int.class, long.class, double.class, String.class),
            CAT = h("cat", String.class, String.class, String.class, String.class), POS = h("positive", boolean.class, int.class), ADD = h("add", int.class, int.class, int.class),
            FAIL = h("fail", String.class, String.class), CAUGHT = h("caught", String.class, Exception.class, String.class), CLEAN = h("cleanup", String.class, Throwable.class, String.class, String.class), SINK = h("sink", void.class, Object.class);
        t("permute", () -> (String) permuteArguments(CAT, methodType(String.class, String.class, String.class), 1, 0, 1).invokeExact("a", "b"));
        t("permute wide", () -> (long) permuteArguments(MIX, methodType(long.class, String.class, double.class, long.class, int.class), 3, 2, 1, 0).invokeExact("four", 3.9, 20L, 100));
        t("insert", () -> (String) insertArguments(CAT, 1, "X", "Y").invokeExact("a"));
        t("insert boxed", () -> (long) insertArguments(MIX, 0, 1, 2L, 3.0).invokeExact("four"));
        t("drop", () -> (int) dropArguments(INC, 0, String.class, long.class).invokeExact("ignored", 5L, 6));
        t("drop to match", () -> (int) dropArgumentsToMatch(INC, 0, List.of(int.class, String.class), 0).invokeExact(6, "x"));
        t("drop return", () -> { dropReturn(INC).invokeExact(6); return "dropped"; });
        t("filter", () -> (String) filterArguments(CAT, 0, S, null, S).invokeExact("a", "b", "c"));
        t("filter return", () -> (int) filterReturnValue(INC, INC).invokeExact(1));
        t("filter return void", () -> { filterReturnValue(S, SINK.asType(methodType(void.class, String.class))).invokeExact("q"); return ""; });
        t("collect", () -> (String) collectArguments(CAT, 1, S).invokeExact("a", "b", "c"));
        t("collect more", () -> (int) collectArguments(ADD, 0, ADD).invokeExact(1, 2, 3));
        t("collect void", () -> (int) collectArguments(INC, 0, SINK).invokeExact((Object) "v", 3));
        t("fold", () -> (int) foldArguments(ADD, INC).invokeExact(5));
        t("fold at 1", () -> (String) foldArguments(CAT, 1, S).invokeExact("a", "b"));
        t("guard", () -> { MethodHandle g = guardWithTest(POS, INC, dropArguments(constant(int.class, -1), 0, int.class)); return (int) g.invokeExact(4) + " " + (int) g.invokeExact(-4); });
        t("catch", () -> (String) catchException(FAIL, Exception.class, CAUGHT).invokeExact("x"));
        t("catch other", () -> (String) catchException(FAIL, RuntimeException.class, CAUGHT.asType(methodType(String.class, RuntimeException.class, String.class))).invokeExact("x"));
        t("catch nothing thrown", () -> (String) catchException(S, Exception.class, CAUGHT).invokeExact("x"));
        t("throw", () -> (int) throwException(int.class, IllegalStateException.class).invokeExact(new IllegalStateException("thrown")));
        t("try finally", () -> (String) tryFinally(S, CLEAN).invokeExact("x"));
        t("try finally throws", () -> (String) tryFinally(FAIL, CLEAN).invokeExact("x"));
        t("counted loop", () -> (int) countedLoop(constant(int.class, 5), dropArguments(constant(int.class, 100), 0), h("add", int.class, int.class, int.class)).invokeExact());
        t("do while", () -> (int) doWhileLoop(constant(int.class, 3), insertArguments(ADD, 0, -1), POS).invokeExact());
        t("while", () -> (int) whileLoop(dropArguments(constant(int.class, 3), 0, int.class), dropArguments(POS, 1, int.class), insertArguments(dropArguments(h("add", int.class, int.class, int.class), 2, int.class), 1, -1)).invokeExact(9));
        t("iterated", () -> (String) iteratedLoop(null, constant(String.class, "start"), h("join", String.class, String.class, Object.class).asType(methodType(String.class, String.class, Object.class))).invoke(List.of(1, "two", 3.0)));
        t("loop", () -> {
            MethodHandle init = constant(int.class, 1), step = insertArguments(ADD, 1, 3), pred = insertArguments(h("below", boolean.class, int.class, int.class), 1, 20), fini = INC;
            return (int) loop(new MethodHandle[] { init, step, pred, fini }).invokeExact();
        });
        t("table switch", () -> {
            MethodHandle sw = tableSwitch(dropArguments(constant(String.class, "default"), 0, int.class), dropArguments(constant(String.class, "zero"), 0, int.class), dropArguments(constant(String.class, "one"), 0, int.class));
            return (String) sw.invokeExact(0) + (String) sw.invokeExact(1) + (String) sw.invokeExact(2) + (String) sw.invokeExact(-1);
        });
        t("identity", () -> (long) identity(long.class).invokeExact(7L) + " " + (String) identity(String.class).invokeExact("i"));
        t("zero", () -> (double) zero(double.class).invokeExact() + " " + (Object) zero(Object.class).invokeExact());
        t("empty", () -> (int) empty(methodType(int.class, String.class, long.class)).invokeExact("x", 1L));
        t("constant", () -> (byte) constant(byte.class, (byte) 5).invokeExact() + " " + (String) constant(String.class, null).invokeExact());
        t("array", () -> {
            int[] a = (int[]) arrayConstructor(int[].class).invokeExact(3);
            arrayElementSetter(int[].class).invokeExact(a, 1, 8);
            return (int) arrayElementGetter(int[].class).invokeExact(a, 1) + " " + (int) arrayLength(int[].class).invokeExact(a) + Arrays.toString(a);
        });
        t("array of strings", () -> { String[] a = { "p", "q" }; arrayElementSetter(String[].class).invokeExact(a, 0, "z"); return (String) arrayElementGetter(String[].class).invokeExact(a, 0); });
        t("array bounds", () -> (int) arrayElementGetter(int[].class).invokeExact(new int[1], 1));
        t("array null", () -> { try { int n = (int) arrayLength(int[].class).invokeExact((int[]) null); return n; } catch (NullPointerException e) { return "null"; } });
        t("array negative", () -> (long[]) arrayConstructor(long[].class).invokeExact(-1));
        t("array store", () -> { Object[] a = new String[1]; arrayElementSetter(Object[].class).invokeExact(a, 0, (Object) 5); return a[0]; });
        t("exact invoker", () -> (int) exactInvoker(INC.type()).invokeExact(INC, 3));
        t("exact invoker fails", () -> (int) exactInvoker(methodType(int.class, long.class)).invokeExact(INC, 3L));
        t("invoker", () -> (Object) invoker(methodType(Object.class, Object.class)).invokeExact(INC, (Object) 3));
        t("spread invoker", () -> (String) spreadInvoker(CAT.type(), 1).invokeExact(CAT, "a", new Object[] { "b", "c" }));
        t("spreader", () -> (String) CAT.asSpreader(String[].class, 2).invokeExact("a", new String[] { "b", "c" }));
        t("spreader ints", () -> (int) ADD.asSpreader(int[].class, 2).invokeExact(new int[] { 3, 4 }));
        t("spreader wrong", () -> (int) ADD.asSpreader(int[].class, 2).invokeExact(new int[] { 3 }));
        t("spreader null", () -> { try { return (int) ADD.asSpreader(int[].class, 2).invokeExact((int[]) null); } catch (NullPointerException e) { return "null"; } });
        t("spreader zero", () -> (int) INC.asSpreader(Object[].class, 0).invokeExact(3, (Object[]) null));
        t("spreader at", () -> (String) CAT.asSpreader(0, Object[].class, 2).invokeExact(new Object[] { "x", "y" }, "z"));
        MethodHandle VAR = h("var", String.class, String.class, Object[].class), VARI = h("vari", String.class, int[].class);
        t("varargs", () -> (String) VAR.invoke("f", 1, "two", 3.0) + (String) VAR.invoke("f") + (String) VAR.invoke("f", (Object) null) + (String) VAR.invokeExact("f", new Object[] { 1 }));
        t("varargs ints", () -> (String) VARI.invoke(1, 2, 3) + VARI.invokeWithArguments(4, 5) + VARI.isVarargsCollector());
        t("fixed", () -> (String) VAR.asFixedArity().invoke("f", 1, 2));
        t("collector", () -> (String) VAR.asFixedArity().asCollector(Object[].class, 3).invokeExact("f", (Object) 1, (Object) 2, (Object) 3));
        t("collector at", () -> (String) h("vari", String.class, int[].class).asFixedArity().asCollector(0, int[].class, 2).invokeExact(1, 2));
        t("varargs collector", () -> (String) h("listed", String.class, Object.class).asType(methodType(String.class, String[].class)).asVarargsCollector(String[].class).invoke("a", "b"));
        t("with varargs", () -> VAR.asFixedArity().withVarargs(true).isVarargsCollector() + " " + VAR.withVarargs(false).isVarargsCollector());
        t("many", () -> VAR.invokeWithArguments("f", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14));
        t("too few", () -> CAT.invokeWithArguments("a", "b"));
        t("as type", () -> (double) INC.asType(methodType(double.class, short.class)).invokeExact((short) 3));
        t("as type boxed", () -> (Object) INC.asType(methodType(Object.class, Integer.class)).invokeExact((Integer) 3));
        t("as type unbox null", () -> { try { return (Object) INC.asType(methodType(Object.class, Integer.class)).invokeExact((Integer) null); } catch (NullPointerException e) { return "null"; } });
        t("as type cast", () -> (Object) S.asType(methodType(Object.class, Object.class)).invokeExact((Object) 5));
        t("as type void", () -> { S.asType(methodType(void.class, String.class)).invokeExact("v"); return "void"; });
        t("as type from void", () -> (Object) SINK.asType(methodType(Object.class, Object.class)).invokeExact((Object) 1));
        t("as type impossible", () -> INC.asType(methodType(byte.class, int.class)));
        t("explicit", () -> (byte) explicitCastArguments(INC, methodType(byte.class, long.class)).invokeExact(300L));
        t("explicit boolean", () -> (boolean) explicitCastArguments(INC, methodType(boolean.class, boolean.class)).invokeExact(true));
        t("explicit null", () -> (int) explicitCastArguments(INC, methodType(int.class, Integer.class)).invokeExact((Integer) null));
        t("explicit char", () -> (char) explicitCastArguments(INC, methodType(char.class, double.class)).invokeExact(65.9));
        t("bind", () -> (String) S.bindTo("bound").invokeExact() + CAT.bindTo("1").bindTo("2").bindTo("3").invokeExact());
        t("bind wrong", () -> S.bindTo(5));
        t("bind primitive", () -> INC.bindTo(5));
        t("switch point", () -> {
            SwitchPoint p = new SwitchPoint();
            MethodHandle g = p.guardWithTest(constant(String.class, "before"), constant(String.class, "after"));
            String x = (String) g.invokeExact();
            SwitchPoint.invalidateAll(new SwitchPoint[] { p });
            return x + " " + (String) g.invokeExact() + " " + p.hasBeenInvalidated();
        });
        t("call site", () -> { MutableCallSite c = new MutableCallSite(S); MethodHandle d = c.dynamicInvoker(); String x = (String) d.invokeExact("1"); c.setTarget(identity(String.class)); return x + (String) d.invokeExact("2"); });
        t("call site unset", () -> new MutableCallSite(methodType(int.class)).dynamicInvoker().invoke());
        t("call site wrong", () -> { new MutableCallSite(S).setTarget(INC); return ""; });
        t("wide", () -> (double) h("wide", double.class, long.class, double.class, long.class, double.class, int.class, float.class, long.class).invokeExact(1L, 2.0, 3L, 4.0, 5, 6f, 7L));
        t("wide bound", () -> (double) insertArguments(h("wide", double.class, long.class, double.class, long.class, double.class, int.class, float.class, long.class), 1, 2.0, 3L, 4.0).invokeExact(1L, 5, 6f, 7L));
        t("all small", () -> (String) h("small", String.class, boolean.class, byte.class, char.class, short.class).invokeExact(true, (byte) -1, 'c', (short) -2));
        t("all small boxed", () -> h("small", String.class, boolean.class, byte.class, char.class, short.class).invokeWithArguments(true, (byte) -1, 'c', (short) -2));
        t("deep", () -> { MethodHandle x = INC; for (int i = 0; i < 20; i++) x = filterReturnValue(x, identity(int.class)); return (int) x.invokeExact(1); });
        t("print", () -> INC + " " + CAT.asSpreader(Object[].class, 3) + " " + VAR.type() + " " + insertArguments(MIX, 0, 1));
    }
    static String join(String acc, Object x) { return acc + "," + x; }
    static boolean below(int x, int limit) { return x < limit; }
    static String listed(Object o) { return Arrays.toString((Object[]) o); }
    static double wide(long a, double b, long c, double d, int e, float f, long g) { return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f + 1000000 * g; }
    static String small(boolean z, byte b, char c, short s) { return z + " " + b + " " + c + " " + s; }
}
