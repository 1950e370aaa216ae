// The bootstrap methods of the language called by hand: lambda, string concatenation, records; serializable and marked lambdas.
import java.io.Serializable;
import java.lang.invoke.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.methodType;

public class LambdaFactories {
    static int twice(int x) { return 2 * x; }
    static String join(String a, Object b) { return a + b; }
    interface Marker {}
    interface Both<T> { T get(); default T again() { return get(); } }
    static <T extends Runnable & Marker> String marked(T t) { t.run(); return "marked"; }
    record Data(int x, String s) {}
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e.getClass().getSimpleName()); } }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        t("lambda", () -> {
            MethodHandle impl = l.findStatic(LambdaFactories.class, "twice", methodType(int.class, int.class));
            CallSite cs = LambdaMetafactory.metafactory(l, "applyAsInt", methodType(IntUnaryOperator.class), methodType(int.class, int.class), impl, methodType(int.class, int.class));
            IntUnaryOperator op = (IntUnaryOperator) cs.getTarget().invokeExact();
            return op.applyAsInt(21) + " " + op.andThen(x -> x + 1).applyAsInt(4);
        });
        t("boxing lambda", () -> {
            MethodHandle impl = l.findStatic(LambdaFactories.class, "twice", methodType(int.class, int.class));
            CallSite cs = LambdaMetafactory.metafactory(l, "apply", methodType(Function.class), methodType(Object.class, Object.class), impl, methodType(Integer.class, Integer.class));
            @SuppressWarnings("unchecked") Function<Integer, Integer> f = (Function<Integer, Integer>) cs.getTarget().invoke();
            return f.apply(8);
        });
        t("capturing", () -> {
            MethodHandle impl = l.findStatic(LambdaFactories.class, "join", methodType(String.class, String.class, Object.class));
            CallSite cs = LambdaMetafactory.metafactory(l, "apply", methodType(Function.class, String.class), methodType(Object.class, Object.class), impl, methodType(String.class, Object.class));
            @SuppressWarnings("unchecked") Function<Object, String> f = (Function<Object, String>) cs.getTarget().invoke("captured ");
            return f.apply(5) + " " + f.apply(null);
        });
        t("concat", () -> {
            CallSite cs = StringConcatFactory.makeConcatWithConstants(l, "c", methodType(String.class, int.class, String.class, double.class), "a\u0001b\u0002c\u0001d\u0001", "CONST");
            return (String) cs.getTarget().invokeExact(1, "two", 3.5);
        });
        t("concat plain", () -> (String) StringConcatFactory.makeConcat(l, "c", methodType(String.class, char.class, boolean.class, long.class)).getTarget().invokeExact('x', true, -1L));
        t("concat bad", () -> StringConcatFactory.makeConcatWithConstants(l, "c", methodType(String.class, int.class), "no arguments"));
        t("object methods", () -> {
            MethodHandle x = l.findGetter(Data.class, "x", int.class), s = l.findGetter(Data.class, "s", String.class);
            CallSite cs = (CallSite) java.lang.runtime.ObjectMethods.bootstrap(l, "toString", methodType(String.class, Data.class), Data.class, "x;s", x, s);
            CallSite eq = (CallSite) java.lang.runtime.ObjectMethods.bootstrap(l, "equals", methodType(boolean.class, Data.class, Object.class), Data.class, "x;s", x, s);
            CallSite hc = (CallSite) java.lang.runtime.ObjectMethods.bootstrap(l, "hashCode", methodType(int.class, Data.class), Data.class, "x;s", x, s);
            Data d = new Data(1, "q");
            return cs.getTarget().invoke(d) + " " + eq.getTarget().invoke(d, new Data(1, "q")) + " " + eq.getTarget().invoke(d, "x") + " " + ((int) hc.getTarget().invoke(d) == d.hashCode());
        });
        Runnable r = (Runnable & Serializable & Marker) () -> System.out.println("run");
        System.out.println((r instanceof Serializable) + " " + (r instanceof Marker));
        t("intersection", () -> marked((Runnable & Marker) () -> System.out.println("in intersection")));
        Both<String> b = () -> "both";
        System.out.println(b.again());
        t("proxy of handle", () -> { Supplier<String> s = MethodHandleProxies.asInterfaceInstance(Supplier.class, MethodHandles.constant(String.class, "from handle")); return s.get() + " " + MethodHandleProxies.isWrapperInstance(s); });
        t("not functional", () -> MethodHandleProxies.asInterfaceInstance(String.class, MethodHandles.constant(int.class, 1)));
        t("wrong lambda", () -> LambdaMetafactory.metafactory(l, "run", methodType(Runnable.class), methodType(void.class), l.findStatic(LambdaFactories.class, "join", methodType(String.class, String.class, Object.class)), methodType(void.class)));
        IntFunction<IntUnaryOperator> adder = x -> y -> x + y;
        int total = 0;
        for (int i = 0; i < 100; i++) total += adder.apply(i).applyAsInt(1);
        System.out.println(total);
        ConstantCallSite ccs = new ConstantCallSite(MethodHandles.constant(int.class, 7));
        t("constant site", () -> ccs.dynamicInvoker().invoke() + " " + ccs.type());
        t("constant site set", () -> { ccs.setTarget(MethodHandles.constant(int.class, 8)); return 0; });
        VolatileCallSite v = new VolatileCallSite(methodType(String.class));
        t("volatile unset", () -> v.dynamicInvoker().invoke());
        v.setTarget(MethodHandles.constant(String.class, "volatile"));
        t("volatile set", () -> v.dynamicInvoker().invoke());
    }
}
