// Methods by reflection: listing, lookup, invocation with every type, exceptions, access, varargs, bridges.
import java.lang.reflect.*;
import java.util.*;

public class Methods {
    static class Base {
        public String pub(int x) { return "pub" + x; }
        protected void prot() {}
        public static int st(int a, long b, double c, String d) { return (int) (a + b + c) + d.length(); }
        public Object co() { return "base"; }
        private String hidden() { return "base hidden"; }
    }
    static class Sub extends Base implements Comparable<Sub> {
        @Override public String co() { return "sub"; }
        private String hidden() { return "sub hidden"; }
        public int compareTo(Sub o) { return 0; }
        public void throwsIt(boolean checked) throws Exception { if (checked) throw new java.io.IOException("checked"); throw new IllegalStateException("unchecked"); }
        public static String va(String s, int... xs) { return s + xs.length; }
        public static String prims(boolean z, byte b, short s, char c, int i, long l, float f, double d) { return z + " " + b + s + c + i + l + f + d; }
        public <T extends Number & Comparable<T>> List<? super T> gen(Map<String, T[]> m, T t) { return null; }
        synchronized final void syn() {}
        native int nat();
        strictfp double strict() { return 1; }
        static void retVoid() {}
        static byte rb() { return -1; } static short rs() { return -2; } static char rc() { return 'c'; } static long rl() { return 1L << 40; } static float rf() { return 1.5f; } static double rd() { return 2.5; } static boolean rz() { return true; }
    }
    interface Face { default String def() { return "default"; } static String sta() { return "static"; } private int priv() { return 7; } void abs(); }

    static String sig(Method m) { return Modifier.toString(m.getModifiers()) + " " + m.getReturnType().getSimpleName() + " " + m.getName() + Arrays.toString(m.getParameterTypes()) + (m.isVarArgs() ? " varargs" : "") + (m.isBridge() ? " bridge" : "") + (m.isSynthetic() ? " synthetic" : "") + (m.isDefault() ? " default" : ""); }

    static void list(Class<?> c) {
        List<String> out = new ArrayList<>();
        for (Method m : c.getDeclaredMethods()) out.add(sig(m));
        Collections.sort(out);
        out.forEach(s -> System.out.println("  " + s));
    }

    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (InvocationTargetException e) { System.out.println(n + ": target " + e.getCause() + " " + e.getMessage()); } catch (Throwable e) { System.out.println(n + ": " + e.toString().replaceAll("@[0-9a-f]+", "")); } }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : new Class<?>[] {Base.class, Sub.class, Face.class}) { System.out.println(c.getSimpleName()); list(c); }
        Method st = Base.class.getMethod("st", int.class, long.class, double.class, String.class);
        t("static", () -> st.invoke(null, 1, 2L, 3.5, "four"));
        t("widening", () -> st.invoke(null, (byte) 1, 2, 3f, "four"));
        t("narrowing", () -> st.invoke(null, 1L, 2L, 3.5, "x"));
        t("count", () -> st.invoke(null, 1));
        t("null prim", () -> { try { return st.invoke(null, null, 2L, 3.5, "x"); } catch (IllegalArgumentException e) { return "refused"; } });
        t("virtual", () -> Base.class.getMethod("co").invoke(new Sub()));
        t("private", () -> Base.class.getDeclaredMethod("hidden").invoke(new Sub()));
        t("wrong receiver", () -> Base.class.getMethod("pub", int.class).invoke("str", 1));
        t("null receiver", () -> Base.class.getMethod("pub", int.class).invoke(null, 1));
        t("checked", () -> Sub.class.getMethod("throwsIt", boolean.class).invoke(new Sub(), true));
        t("unchecked", () -> Sub.class.getMethod("throwsIt", boolean.class).invoke(new Sub(), false));
        t("varargs", () -> Sub.class.getMethod("va", String.class, int[].class).invoke(null, "s", new int[] {1, 2}));
        t("prims", () -> Sub.class.getMethod("prims", boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class).invoke(null, true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d));
        for (String n : new String[] {"retVoid", "rb", "rs", "rc", "rl", "rf", "rd", "rz"}) t(n, () -> { Object o = Sub.class.getDeclaredMethod(n).invoke(null); return o + " " + (o == null ? "" : o.getClass().getSimpleName()); });
        t("not found", () -> Sub.class.getMethod("nope", String.class, int.class));
        t("wrong param", () -> Sub.class.getMethod("pub", String.class));
        t("inherited not declared", () -> Sub.class.getDeclaredMethod("pub", int.class));
        t("inherited", () -> Sub.class.getMethod("pub", int.class));
        t("private not by getMethod", () -> Sub.class.getMethod("hidden"));
        t("most specific", () -> Sub.class.getMethod("co").getReturnType());
        t("default", () -> Face.class.getMethod("def").invoke((Face) () -> {}));
        t("iface static", () -> Face.class.getMethod("sta").invoke(null));
        t("iface private", () -> Face.class.getDeclaredMethod("priv").invoke((Face) () -> {}));
        t("toString", () -> Sub.class.getMethod("throwsIt", boolean.class));
        t("generic", () -> Sub.class.getMethod("gen", Map.class, Number.class).toGenericString());
        t("exceptions", () -> Arrays.toString(Sub.class.getMethod("throwsIt", boolean.class).getExceptionTypes()));
        t("equal", () -> st.equals(Base.class.getMethod("st", int.class, long.class, double.class, String.class)) + " " + (st.hashCode() == ("Methods$Base".hashCode() ^ "st".hashCode())) + " " + st.getDeclaringClass().getSimpleName() + " " + st.getParameterCount());
        t("jdk method", () -> String.class.getMethod("substring", int.class, int.class).invoke("reflection", 2, 5));
        t("jdk private", () -> { Method m = String.class.getDeclaredMethod("isLatin1"); m.setAccessible(true); return m.invoke("x"); });
        t("jdk trySet", () -> String.class.getDeclaredMethod("isLatin1").trySetAccessible());
        t("params", () -> { Parameter p = st.getParameters()[3]; return p.getName() + " " + p.getType() + " " + p.isNamePresent() + " " + p; });
        t("unsatisfied", () -> Sub.class.getDeclaredMethod("nat").invoke(new Sub()));
        int sum = 0;
        Method abs = Math.class.getMethod("abs", int.class);
        for (int i = 0; i < 50; i++) sum += (int) abs.invoke(null, -i);
        System.out.println(sum);
        TreeSet<String> pub = new TreeSet<>();
        for (Method m : Sub.class.getMethods()) if (m.getDeclaringClass() != Object.class) pub.add(m.getName());
        System.out.println(pub);
    }
}
