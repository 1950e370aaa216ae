// The order in which static and instance initialisers, constructors and field values happen.
public class InitOrder {
    static int step;
    static String log(String s) {
        System.out.println(++step + " " + s);
        return s;
    }

    static class Base {
        static String s1 = log("Base.s1");
        static { log("Base static block"); }
        String f1 = log("Base.f1");
        { log("Base block"); }
        Base() {
            log("Base()");
            hook();
        }
        void hook() { log("Base.hook"); }
        static String s2 = log("Base.s2");
        String f2 = log("Base.f2");
    }

    static class Derived extends Base {
        static String s1 = log("Derived.s1");
        String f1 = log("Derived.f1");
        final String constant = "constant";
        final String computed = log("Derived.computed");
        int number = 5;
        Derived() {
            super();
            log("Derived() " + number);
        }
        Derived(int n) {
            this();
            number = n;
            log("Derived(int) " + number);
        }
        { log("Derived block"); }
        @Override void hook() { log("Derived.hook sees " + f1 + " " + computed + " " + constant + " " + number); }
    }

    static class Args {
        Args(String a, String b) { log("Args(" + a + "," + b + ")"); }
    }

    static class Lazy {
        static { log("Lazy initialised"); }
        static final int CONST = 10;
        static final Integer BOXED = 20;
        static int plain = 30;
        static void call() { log("Lazy.call"); }
    }

    static class Holder {
        static final Holder INSTANCE = new Holder();
        static int counter = 7;
        int seen;
        Holder() { seen = counter++; log("Holder() " + seen + " " + counter); }
    }

    static class CycleA {
        static int a = CycleB.b + 1;
        static { log("CycleA a=" + a + " b=" + CycleB.b); }
    }

    static class CycleB {
        static int b = CycleA.a + 1;
        static { log("CycleB b=" + b + " a=" + CycleA.a); }
    }

    static { log("main class static"); }

    public static void main(String[] args) {
        log("main");
        new Derived(9);
        log("second instance");
        new Derived();
        new Args(log("first"), log("second"));
        log("constant " + Lazy.CONST);
        Lazy[] none = new Lazy[3];
        log("array " + none.length);
        Class<?> literal = Lazy.class;
        log("literal " + literal.getSimpleName());
        Object o = null;
        log("instanceof " + (o instanceof Lazy));
        log("boxed " + Lazy.BOXED);
        Lazy.call();
        log("plain " + Lazy.plain);
        log("holder " + Holder.INSTANCE.seen + " " + Holder.counter);
        log("cycle " + CycleA.a + " " + CycleB.b);
        int[] arr = new int[3];
        int i = 0;
        arr[i] = i = 2;
        log(arr[0] + " " + arr[2] + " " + i);
        int x = 1;
        x = x++ + x++ * x--;
        log("x " + x);
    }
}
