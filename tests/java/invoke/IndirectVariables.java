//@ jdk: 22
// Variable handles made of others: filtered values, coordinates inserted, dropped, permuted, collected.
import java.lang.invoke.*;
import java.util.*;

public class IndirectVariables {
    String s = "s";
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e); } }
    static int idx(int i) { return i + 1; }
    static String up(Object s) { return s.toString().toUpperCase(); }
    static String low(String s) { return s.toLowerCase(); }
    public static void main(String[] a) throws Throwable {
        IndirectVariables v = new IndirectVariables();
        int[] xs = new int[4];
        var lk = MethodHandles.lookup();
        VarHandle S = lk.findVarHandle(IndirectVariables.class, "s", String.class), ints = MethodHandles.arrayElementVarHandle(int[].class);
        VarHandle filtered = MethodHandles.filterValue(S, lk.findStatic(IndirectVariables.class, "low", MethodType.methodType(String.class, String.class)), lk.findStatic(IndirectVariables.class, "up", MethodType.methodType(String.class, Object.class)).asType(MethodType.methodType(String.class, String.class)));
        t("filterValue", () -> { filtered.set(v, "MiXed"); return v.s + " " + (String) filtered.getVolatile(v) + " " + filtered.compareAndSet(v, "MIXED", "Q") + v.s; });
        VarHandle shifted = MethodHandles.filterCoordinates(ints, 1, lk.findStatic(IndirectVariables.class, "idx", MethodType.methodType(int.class, int.class)));
        t("filterCoordinates", () -> { shifted.set(xs, 2, 99); return xs[3] + " " + (int) shifted.getAndAdd(xs, 2, 1) + xs[3]; });
        VarHandle at0 = MethodHandles.insertCoordinates(ints, 0, xs, 0);
        t("insertCoordinates", () -> { at0.set(31); at0.getAndAdd(1); return (int) at0.get() + " " + xs[0]; });
        VarHandle swapped = MethodHandles.permuteCoordinates(ints, List.of(int.class, int[].class), 1, 0);
        t("permuteCoordinates", () -> { swapped.setVolatile(1, xs, 66); return xs[1]; });
        VarHandle dropped = MethodHandles.dropCoordinates(ints, 0, String.class);
        t("dropCoordinates", () -> (int) dropped.get("ignored", xs, 1));
        VarHandle collected = MethodHandles.collectCoordinates(ints, 1, lk.findVirtual(String.class, "length", MethodType.methodType(int.class)));
        t("collectCoordinates", () -> (int) collected.get(xs, "q"));
        t("types", () -> filtered.coordinateTypes() + " " + at0.coordinateTypes() + " " + swapped.coordinateTypes() + " " + dropped.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET) + " " + collected.varType());
        t("exact", () -> { at0.withInvokeExactBehavior().set((byte) 1); return "set"; });
        t("wrong", () -> (String) at0.get());
    }
}
