// VarHandles of fields, statics and array elements in every access mode, on one thread.
import java.lang.invoke.*;
import java.util.*;

public class VarHandles {
    int i = 1; long l = 2; boolean z; byte b = 3; short s = 4; char c = 'c'; float f = 1.5f; double d = 2.5; String str = "a"; final int fin = 9; volatile int vol = 5;
    static int si = 10; static String ss = "s";

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
        MethodHandles.Lookup k = MethodHandles.lookup();
        Class<?> me = VarHandles.class;
        VarHandles o = new VarHandles();
        VarHandle I = k.findVarHandle(me, "i", int.class), L = k.findVarHandle(me, "l", long.class), S = k.findVarHandle(me, "str", String.class), SI = k.findStaticVarHandle(me, "si", int.class), A = MethodHandles.arrayElementVarHandle(int[].class), OA = MethodHandles.arrayElementVarHandle(Object[].class);
        I.set(o, 5); I.setVolatile(o, 6); I.setOpaque(o, 7); I.setRelease(o, 8);
        System.out.println((int) I.get(o) + " " + (int) I.getVolatile(o) + " " + (int) I.getOpaque(o) + " " + (int) I.getAcquire(o));
        System.out.println(I.compareAndSet(o, 8, 9) + " " + I.compareAndSet(o, 8, 10) + " " + (int) I.compareAndExchange(o, 9, 11) + " " + (int) I.compareAndExchangeAcquire(o, 0, 12) + " " + (int) I.compareAndExchangeRelease(o, 11, 13) + " " + o.i);
        boolean weak = false;
        while (!weak) weak = I.weakCompareAndSet(o, 13, 14);
        System.out.println(weak + " " + I.weakCompareAndSetPlain(o, 0, 1) + I.weakCompareAndSetAcquire(o, 0, 1) + I.weakCompareAndSetRelease(o, 0, 1) + " " + o.i);
        System.out.println((int) I.getAndSet(o, 20) + " " + (int) I.getAndSetAcquire(o, 21) + " " + (int) I.getAndSetRelease(o, 22) + " " + (int) I.getAndAdd(o, 5) + " " + (int) I.getAndAddAcquire(o, -1) + " " + (int) I.getAndAddRelease(o, 100) + " " + o.i);
        System.out.println((int) I.getAndBitwiseOr(o, 1) + " " + (int) I.getAndBitwiseAnd(o, 0xfe) + " " + (int) I.getAndBitwiseXor(o, 3) + " " + (int) I.getAndBitwiseOrAcquire(o, 4) + " " + (int) I.getAndBitwiseAndRelease(o, 0xf) + " " + (int) I.getAndBitwiseXorAcquire(o, 6) + " " + o.i);
        System.out.println((long) L.getAndAdd(o, 1L << 40) + " " + L.compareAndSet(o, (1L << 40) + 2, -1L) + " " + o.l + " " + (long) L.getAndBitwiseAnd(o, 0xffL) + o.l);
        System.out.println((String) S.get(o) + " " + S.compareAndSet(o, "a", "b") + " " + S.compareAndSet(o, new String("b"), "c") + " " + (String) S.getAndSet(o, "d") + " " + (String) S.compareAndExchange(o, "d", null) + " " + o.str);
        SI.set(1); SI.setVolatile((int) SI.get() + 1);
        System.out.println((int) SI.getAndAdd(5) + " " + SI.compareAndSet(7, 8) + " " + si);
        int[] a = {1, 2, 3};
        A.set(a, 0, 10);
        System.out.println((int) A.get(a, 0) + " " + (int) A.getAndAdd(a, 1, 5) + " " + A.compareAndSet(a, 2, 3, 33) + " " + (int) A.getAndBitwiseXor(a, 2, 1) + " " + Arrays.toString(a));
        Object[] objs = new String[] {"x", null};
        OA.setRelease(objs, 1, "y");
        System.out.println(OA.getAcquire(objs, 1) + " " + OA.compareAndSet(objs, 0, "x", "z") + " " + Arrays.toString(objs));
        t("array store", () -> { OA.set(objs, 0, 5); return 0; });
        t("array bounds", () -> (int) A.get(a, 3));
        t("array null", () -> (int) A.get((int[]) null, 0));
        t("array negative", () -> A.compareAndSet(a, -1, 1, 2));
        t("null receiver", () -> (int) I.get((VarHandles) null));
        t("wrong receiver", () -> (int) I.get((Object) "x"));
        t("wrong value", () -> { I.set(o, "str"); return 0; });
        t("widening", () -> { L.set(o, 5); return (long) L.get(o); });
        t("boxed", () -> { I.set(o, (Integer) 77); Object r = I.get(o); return r; });
        t("narrowing", () -> { I.set(o, 5L); return 0; });
        t("wrong arity", () -> I.get());
        t("final set", () -> { k.findVarHandle(me, "fin", int.class).set(o, 1); return 0; });
        t("final get", () -> (int) k.findVarHandle(me, "fin", int.class).getVolatile(o));
        t("no add for String", () -> S.getAndAdd(o, "x"));
        t("no field", () -> k.findVarHandle(me, "nope", int.class));
        t("wrong type", () -> k.findVarHandle(me, "i", long.class));
        t("static as instance", () -> k.findVarHandle(me, "si", int.class));
        for (Object[] spec : new Object[][] {{"z", boolean.class}, {"b", byte.class}, {"s", short.class}, {"c", char.class}, {"f", float.class}, {"d", double.class}, {"vol", int.class}}) {
            VarHandle h = k.findVarHandle(me, (String) spec[0], (Class<?>) spec[1]);
            StringBuilder sb = new StringBuilder();
            for (VarHandle.AccessMode m : VarHandle.AccessMode.values()) sb.append(h.isAccessModeSupported(m) ? '1' : '0');
            System.out.println(spec[0] + " " + h.get(o) + " " + sb + " " + h.varType() + " " + h.coordinateTypes() + " " + h.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));
        }
        VarHandle Z = k.findVarHandle(me, "z", boolean.class), B = k.findVarHandle(me, "b", byte.class), C = k.findVarHandle(me, "c", char.class), F = k.findVarHandle(me, "f", float.class), D = k.findVarHandle(me, "d", double.class), H = k.findVarHandle(me, "s", short.class);
        System.out.println(Z.compareAndSet(o, false, true) + " " + (boolean) Z.getAndBitwiseXor(o, true) + o.z + " " + (byte) B.getAndAdd(o, (byte) 127) + o.b + " " + C.compareAndSet(o, 'c', 'd') + (char) C.getAndAdd(o, (char) 1) + o.c);
        System.out.println((float) F.getAndAdd(o, 0.5f) + " " + o.f + " " + F.compareAndSet(o, 2f, Float.NaN) + F.compareAndSet(o, Float.NaN, 1f) + o.f + " " + (double) D.getAndAdd(o, 1.0) + o.d + " " + D.compareAndSet(o, 3.5, -0.0) + D.compareAndSet(o, 0.0, 1.0) + " " + (short) H.getAndSet(o, (short) -1) + (short) H.getAndBitwiseAnd(o, (short) 0xf0) + o.s);
        MethodHandle mh = I.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD);
        System.out.println((int) mh.invokeExact(o, 1) + " " + mh.type() + " " + MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.GET, I.accessModeType(VarHandle.AccessMode.GET)).invoke(I, o));
        t("exact", () -> { VarHandle e = I.withInvokeExactBehavior(); return e.hasInvokeExactBehavior() + " " + (int) e.get(o) + " " + e.withInvokeBehavior().hasInvokeExactBehavior(); });
        t("exact refuses", () -> { L.withInvokeExactBehavior().set(o, 5); return 0; });
        VarHandle.fullFence(); VarHandle.acquireFence(); VarHandle.releaseFence(); VarHandle.loadLoadFence(); VarHandle.storeStoreFence();
        t("array of long", () -> { long[] la = {5}; VarHandle v = MethodHandles.arrayElementVarHandle(long[].class); return (long) v.getAndAdd(la, 0, 3L) + " " + la[0]; });
        t("not array", () -> MethodHandles.arrayElementVarHandle(String.class));
    }
}
