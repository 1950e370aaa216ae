// Exceptions that the VM itself throws, with their messages.
public class VmExceptions {
    interface Body { void run() throws Throwable; }

    static void t(String name, Body b) {
        try {
            b.run();
            System.out.println(name + ": nothing");
        } catch (Throwable e) {
            System.out.println(name + ": " + e);
        }
    }

    static class Local {}
    static class Other {}
    interface Face {}
    enum E { A }

    static Object o(Object x) { return x; }

    public static void main(String[] args) {
        int[] a = new int[3];
        Object[] strings = new String[2];
        int zero = 0, minus = -1;
        t("aioobe", () -> a[3] = 1);
        t("aioobe neg", () -> System.out.println(a[minus]));
        t("aioobe long", () -> System.out.println((new long[0])[0]));
        t("aioobe obj", () -> System.out.println(strings[Integer.MAX_VALUE]));
        t("aioobe byte", () -> (new byte[5])[Integer.MIN_VALUE] = 1);
        t("aioobe 2d", () -> (new int[2][3])[1][3] = 1);
        t("store", () -> strings[0] = 1);
        t("store ok", () -> strings[0] = null);
        t("store 2", () -> ((Object[]) new Integer[1])[0] = "s");
        t("store arr", () -> ((Object[]) new int[1][1])[0] = new long[1]);
        t("store local", () -> ((Object[]) new Local[1])[0] = new Other());
        t("store iface", () -> ((Object[]) new Runnable[1])[0] = "x");
        t("store order", () -> ((Object[]) new Local[1])[5] = new Other());
        t("neg size", () -> System.out.println(new int[minus].length));
        t("neg size obj", () -> System.out.println(new String[minus - 1].length));
        t("neg size 2d", () -> System.out.println(new int[2][minus].length));
        t("neg size 2d first", () -> System.out.println(new int[minus - 5][minus].length));
        t("neg size 2d zero", () -> System.out.println(new int[zero][minus].length));
        t("div", () -> System.out.println(1 / zero));
        t("rem", () -> System.out.println(1 % zero));
        t("ldiv", () -> System.out.println(1L / zero));
        t("lrem", () -> System.out.println(1L % zero));
        t("ddiv", () -> System.out.println(1.0 / zero));
        t("cast jdk", () -> System.out.println((String) o(1)));
        t("cast local", () -> System.out.println((Local) o(new Other())));
        t("cast mixed", () -> System.out.println((Local) o("s")));
        t("cast mixed 2", () -> System.out.println((Integer) o(new Local())));
        t("cast array", () -> System.out.println((int[]) o(new long[0])));
        t("cast obj array", () -> System.out.println((String[]) o(new Object[0])));
        t("cast local array", () -> System.out.println((Local[]) o(new Other[0])));
        t("cast local array2", () -> System.out.println((Local[][]) o(new Other[0])));
        t("cast iface", () -> System.out.println((Face) o(new Local())));
        t("cast enum", () -> System.out.println((E) o(Thread.State.NEW)));
        t("cast to array", () -> System.out.println((Object[]) o("x")));
        t("cast int to arr", () -> System.out.println((Object[]) o(new int[0])));
        t("cast null", () -> System.out.println((Local) o(null)));
        t("cast generic", () -> { @SuppressWarnings("unchecked") java.util.List<Integer> l = (java.util.List<Integer>) o(java.util.List.of("x")); int x = l.get(0); });
        t("monitor", () -> new Object().wait());
        t("notify", () -> new Object().notify());
        t("notifyAll", () -> new Object().notifyAll());
        t("enum valueOf", () -> E.valueOf("B"));
        t("class for name", () -> Class.forName("no.such.Thing"));
        t("class for name arr", () -> System.out.println(Class.forName("[Ljava.lang.String;") + " " + Class.forName("[[I")));
        t("number", () -> Integer.parseInt("x"));
        t("list of", () -> java.util.List.of(1).add(2));
        t("list get", () -> java.util.List.of(1).get(1));
        t("iterator", () -> new java.util.ArrayList<>().iterator().next());
        t("optional", () -> java.util.Optional.empty().get());
        t("arraycopy type", () -> System.arraycopy(new int[2], 0, new long[2], 0, 1));
        t("arraycopy bounds", () -> System.arraycopy(new int[2], 0, new int[2], 1, 2));
        t("arraycopy neg", () -> System.arraycopy(new int[2], -1, new int[2], 1, 1));
        t("arraycopy len", () -> System.arraycopy(new Object[2], 0, new Object[2], 1, -1));
        t("arraycopy not array", () -> System.arraycopy("s", 0, new int[2], 1, 1));
        t("arraycopy not array 2", () -> System.arraycopy(new int[1], 0, "d", 1, 1));
        t("arraycopy null", () -> System.arraycopy(null, 0, new int[2], 1, 1));
        t("arraycopy store", () -> System.arraycopy(new Object[] {"a", 1, "b"}, 0, new String[3], 0, 3));
        t("arraycopy objs to ints", () -> System.arraycopy(new Object[1], 0, new int[1], 0, 1));
        t("oom array", () -> System.out.println(new int[Integer.MAX_VALUE].length));
        t("assert", () -> { assert zero == 1 : "zero is " + zero; });
        t("assert plain", () -> { assert zero == 1; });
        t("assert cause", () -> { assert zero == 1 : new RuntimeException("cause"); });
        t("charAt", () -> "abc".charAt(3));
        t("substring", () -> "abc".substring(4));
        t("checkIndex", () -> java.util.Objects.checkIndex(5, 3));
        t("wait neg", () -> { Object l = new Object(); synchronized (l) { l.wait(-1); } });
        t("thread twice", () -> { Thread th = new Thread(() -> {}); th.start(); th.join(); th.start(); });
    }
}
