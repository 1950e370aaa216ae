// Dynamic proxies: dispatch, Object methods, default methods, exceptions, primitives, several interfaces.
import java.lang.reflect.*;
import java.util.*;

public class Proxies {
    interface Calc { int add(int a, int b); long mul(long a, double b); void nothing(); String text(Object... xs); default String def() { return "def " + add(1, 2); } boolean flag(); char ch(); }
    interface Other { int add(int a, int b); String other() throws java.io.IOException; }
    interface Generic<T> { T id(T t); }
    interface Str extends Generic<String> { String id(String s); }

    static List<String> log = new ArrayList<>();

    static InvocationHandler handler(Object result) {
        return (p, m, a) -> { log.add(m.getDeclaringClass().getSimpleName() + "." + m.getName() + (a == null ? "()" : Arrays.deepToString(a))); return result; };
    }

    @SuppressWarnings("unchecked")
    static <T> T proxy(InvocationHandler h, Class<?>... cs) { return (T) Proxy.newProxyInstance(Proxies.class.getClassLoader(), cs, h); }

    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { log.clear(); String r; try { r = "" + b.run(); } catch (Throwable e) { r = e + (e.getCause() == null ? "" : " <- " + e.getCause()); } System.out.println(n + ": " + r + " " + log); }

    public static void main(String[] args) throws Exception {
        Calc c = proxy(handler(42), Calc.class);
        t("int", () -> c.add(3, 4));
        t("void", () -> { c.nothing(); return "void"; });
        t("wrong type", () -> c.text("a", 1));
        t("long from int", () -> c.mul(5, 2.5));
        t("default", c::def);
        t("null for int", () -> Proxies.<Calc>proxy(handler(null), Calc.class).add(1, 2));
        t("null for void", () -> { Proxies.<Calc>proxy(handler(null), Calc.class).nothing(); return "ok"; });
        t("boolean", () -> Proxies.<Calc>proxy(handler(true), Calc.class).flag());
        t("char", () -> Proxies.<Calc>proxy(handler('x'), Calc.class).ch());
        t("toString", () -> proxy(handler("shown"), Calc.class).toString());
        t("hashCode", () -> proxy(handler(77), Calc.class).hashCode());
        t("equals", () -> proxy(handler(false), Calc.class).equals("x"));
        t("getClass not proxied", () -> Proxy.isProxyClass(c.getClass()));
        t("two interfaces", () -> { Object o = proxy(handler(8), Calc.class, Other.class); return ((Other) o).add(1, 1) + ((Calc) o).add(2, 2) + " " + (o instanceof Calc) + (o instanceof Other) + (o instanceof Proxy); });
        t("unchecked", () -> Proxies.<Calc>proxy((p, m, a) -> { throw new IllegalStateException("from handler"); }, Calc.class).add(1, 2));
        t("checked declared", () -> Proxies.<Other>proxy((p, m, a) -> { throw new java.io.IOException("io"); }, Other.class).other());
        t("checked undeclared", () -> Proxies.<Other>proxy((p, m, a) -> { throw new java.io.IOException("io"); }, Other.class).add(1, 2));
        t("error", () -> Proxies.<Other>proxy((p, m, a) -> { throw new StackOverflowError("e"); }, Other.class).other());
        t("bridge", () -> { Str s = proxy((p, m, a) -> { log.add(m.getReturnType().getSimpleName() + " " + m.getName()); return a[0]; }, Str.class); Generic<String> g = s; return s.id("x") + g.id("y"); });
        t("delegate", () -> { List<Integer> real = new ArrayList<>(); List<Integer> p = proxy((x, m, a) -> { log.add(m.getName()); return m.invoke(real, a); }, List.class); p.add(5); p.add(6); return p.size() + " " + p.get(1) + " " + p.contains(5) + p; });
        t("delegate throws", () -> { List<Integer> p = proxy((x, m, a) -> m.invoke(List.of(), a), List.class); return p.get(0); });
        t("unwrapping", () -> { List<Integer> p = proxy((x, m, a) -> { try { return m.invoke(List.of(), a); } catch (InvocationTargetException e) { throw e.getCause(); } }, List.class); return p.get(0); });
        t("default by handler", () -> Proxies.<Calc>proxy((p, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a) : 7, Calc.class).def());
        t("same class", () -> proxy(handler(1), Calc.class).getClass() == proxy(handler(2), Calc.class).getClass());
        t("handler", () -> { InvocationHandler h = handler(1); return Proxy.getInvocationHandler(proxy(h, Calc.class)) == h; });
        t("not a proxy", () -> Proxy.getInvocationHandler("x"));
        t("not interface", () -> proxy(handler(1), String.class));
        t("repeated", () -> proxy(handler(1), Calc.class, Calc.class));
        t("null handler", () -> proxy(null, Calc.class));
        t("no interfaces", () -> proxy(handler("empty"), new Class<?>[0]).toString());
        t("comparable", () -> { Comparator<String> cmp = proxy((p, m, a) -> -((String) a[0]).compareTo((String) a[1]), Comparator.class); List<String> l = new ArrayList<>(List.of("a", "c", "b")); l.sort(cmp); return l; });
        t("runnable", () -> { Runnable r = proxy((p, m, a) -> { log.add("ran " + m.getName() + (a == null)); return null; }, Runnable.class); r.run(); return "done"; });
        t("modifiers", () -> Modifier.toString(proxy(handler(1), Runnable.class).getClass().getModifiers() & Modifier.FINAL) + " " + proxy(handler(1), Runnable.class).getClass().getSuperclass().getName());
        int sum = 0;
        Calc fast = proxy((p, m, a) -> (int) a[0] * (int) a[1], Calc.class);
        for (int i = 0; i < 40; i++) sum += fast.add(i, 2);
        System.out.println(sum);
    }
}
