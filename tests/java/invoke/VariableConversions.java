// Variable handles called from code: conversions, exact behaviour, errors, indirect handles, dropped results.
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;

public class VariableConversions {
    int i = 1; long l = 2; volatile Integer boxed = 3; Object o = "o"; String s = "s"; List<String> list = List.of("a"); boolean z; byte b; double d;
    static String st = "st"; static int si = 5;
    static class Sub extends VariableConversions {}
    static class Lazy { static int x = 5; static { System.out.println("Lazy initialised"); } static VarHandle vh; }
    static class Broken { static int x = 5; static { if (true) throw new IllegalStateException("broken"); } }
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e); } }
    static VarHandle of(Class<?> c, String n, Class<?> t) throws Exception { return MethodHandles.lookup().findVarHandle(c, n, t); }
    public static void main(String[] a) throws Throwable {
        VarHandle I = of(VariableConversions.class, "i", int.class), L = of(VariableConversions.class, "l", long.class), B = of(VariableConversions.class, "boxed", Integer.class), O = of(VariableConversions.class, "o", Object.class), S = of(VariableConversions.class, "s", String.class), LIST = of(VariableConversions.class, "list", List.class), Z = of(VariableConversions.class, "z", boolean.class), BY = of(VariableConversions.class, "b", byte.class), D = of(VariableConversions.class, "d", double.class);
        VariableConversions v = new VariableConversions(); Sub sub = new Sub();
        t("plain", () -> { I.set(v, 4); return (int) I.get(v); });
        t("sub", () -> { I.set(sub, 4); return (int) I.get(sub); });
        t("byte to int", () -> { I.set(v, (byte) 4); return (int) I.get(v); });
        t("int to long", () -> { L.set(v, 44); return (long) L.get(v); });
        t("read as long", () -> (long) I.get(v));
        t("read as Integer", () -> (Integer) I.get(v));
        t("read as Object", () -> (Object) I.get(v));
        t("read as Number", () -> (Number) I.get(v));
        t("read as short", () -> (short) I.get(v));
        t("write boxed", () -> { I.set(v, Integer.valueOf(77)); return v.i; });
        t("write Object", () -> { I.set(v, (Object) Integer.valueOf(78)); return v.i; });
        t("write wrong Object", () -> { I.set(v, (Object) "x"); return v.i; });
        t("write wrong", () -> { I.set(v, "x"); return v.i; });
        t("write null", () -> { I.set(v, (Integer) null); return v.i; });
        t("unboxed", () -> (int) B.getAcquire(v));
        t("box on write", () -> { B.setRelease(v, 9); return v.boxed; });
        t("cas boxed", () -> B.compareAndSet(v, 9, 10) + " " + v.boxed);
        t("null receiver", () -> (int) I.get((VariableConversions) null));
        t("wrong receiver", () -> (int) I.get("x"));
        t("wrong receiver as Object", () -> (int) I.get((Object) "x"));
        t("right receiver as Object", () -> (int) I.get((Object) v));
        t("too few", () -> (int) I.get());
        t("too many", () -> (int) I.get(v, 1));
        t("void of get", () -> { I.get(v); I.getAndAdd(v, 1); I.getAndSet(v, 12); I.compareAndExchange(v, 12, 13); S.getAndSet(v, "t"); return v.i + v.s; });
        t("void of cas", () -> { I.compareAndSet(v, 13, 14); I.weakCompareAndSetPlain(v, 14, 15); return v.i; });
        t("cast result", () -> (String) O.get(v));
        t("cast result fails", () -> (Integer) O.get(v));
        t("cast to interface", () -> (CharSequence) O.getVolatile(v));
        t("store wrong class", () -> { S.set(v, (Object) 5); return v.s; });
        t("store other", () -> { S.set(v, new StringBuilder("q")); return v.s; });
        t("list", () -> { LIST.set(v, List.of("z")); return ((List<?>) LIST.get(v)).size(); });
        t("list array list", () -> { LIST.setOpaque(v, new ArrayList<>(List.of(1, 2))); return ((Collection<?>) LIST.get(v)).size(); });
        t("boolean", () -> { Z.set(v, true); return (boolean) Z.getAndBitwiseXor(v, true) + " " + v.z; });
        t("byte overflow", () -> { BY.set(v, (byte) 120); BY.getAndAdd(v, (byte) 10); return v.b; });
        t("double", () -> { D.set(v, 1.5); D.getAndAdd(v, 1); return v.d + " " + D.compareAndSet(v, 2.5, -0.0) + D.compareAndSet(v, 0.0, 3.0); });
        t("no bitwise on double", () -> (double) D.getAndBitwiseOr(v, 1.0));
        t("no add on String", () -> (String) S.getAndAdd(v, "x"));
        VarHandle EX = I.withInvokeExactBehavior();
        t("exact", () -> { EX.set(v, 21); return (int) EX.get(v); });
        t("exact sub", () -> { EX.set(sub, 21); return 0; });
        t("exact wrong", () -> { EX.set(v, (byte) 1); return 0; });
        t("exact drop", () -> { EX.getAndAdd(v, 1); return 0; });
        t("exact back", () -> { EX.withInvokeBehavior().set(v, (byte) 1); return v.i; });
        VarHandle ST = MethodHandles.lookup().findStaticVarHandle(VariableConversions.class, "st", String.class);
        t("static", () -> { ST.setVolatile("new"); return (String) ST.getAndSet("newer") + st; });
        VarHandle LZ = MethodHandles.lookup().findStaticVarHandle(Lazy.class, "x", int.class);
        System.out.println("found lazy");
        t("lazy", () -> (int) LZ.getAndAdd(2) + " " + (int) LZ.get());
        t("broken", () -> (int) MethodHandles.lookup().findStaticVarHandle(Broken.class, "x", int.class).get());
        VarHandle arr = MethodHandles.arrayElementVarHandle(String[].class);
        String[] strings = { "a", "b" }; Object[] asObjects = strings;
        t("array", () -> (String) arr.getAndSet(strings, 1, "c") + strings[1]);
        t("array bounds", () -> (String) arr.get(strings, 2));
        t("array negative", () -> (String) arr.get(strings, -1));
        t("array null", () -> (String) arr.get((String[]) null, 0));
        VarHandle objs = MethodHandles.arrayElementVarHandle(Object[].class);
        t("array covariant", () -> objs.get(asObjects, 0));
        t("array store", () -> { objs.set(asObjects, 0, (Object) 5); return "stored"; });
        t("array cas store", () -> objs.compareAndSet(asObjects, 0, "a", new Object()));
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        int[] xs = new int[4];
        t("int array", () -> { ints.setRelease(xs, 2, 5); return (int) ints.getAndBitwiseAnd(xs, 2, 4) + " " + xs[2] + " " + ints.weakCompareAndSet(xs, 2, 4, 8) + xs[2]; });
        t("byte index", () -> (int) ints.get(xs, (byte) 2));
        var lk = MethodHandles.lookup();
        MethodHandle exact = MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.GET_AND_ADD, MethodType.methodType(int.class, VariableConversions.class, int.class));
        t("exact invoker", () -> (int) exact.invokeExact(I, v, 5) + " " + v.i);
        MethodHandle inv = MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET, MethodType.methodType(Object.class, Object.class));
        t("invoker", () -> inv.invokeExact(I, (Object) v));
        t("found", () -> (int) lk.findVirtual(VarHandle.class, "getVolatile", MethodType.methodType(int.class, VariableConversions.class)).invokeExact(I, v));
        t("toMethodHandle", () -> (int) I.toMethodHandle(VarHandle.AccessMode.GET_ACQUIRE).invokeExact(v));
        t("describe", () -> I.describeConstable().get() + " " + arr.describeConstable().get() + " " + I);
        t("equal", () -> I.equals(of(VariableConversions.class, "i", int.class)) + " " + (I == I.withInvokeBehavior()));
        VarHandle.fullFence(); VarHandle.acquireFence(); VarHandle.releaseFence(); VarHandle.loadLoadFence(); VarHandle.storeStoreFence();
    }
}
