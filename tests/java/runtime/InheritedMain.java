// main may be inherited from a superclass; overloads of main do not count.
//@ args: one
public class InheritedMain extends InheritedMainBase {
    public static void main(int n) { System.out.println("wrong overload"); }
    static String name() { return "hidden, and not seen by the base class"; }
}

class InheritedMainBase {
    static { System.out.println("base initialised"); }
    static String name() { return "base"; }
    public static final synchronized void main(final String... args) throws Exception {
        System.out.println("inherited main of " + name() + " with " + args.length + " " + args[0]);
        System.out.println(new Throwable().getStackTrace()[0]);
    }
}
