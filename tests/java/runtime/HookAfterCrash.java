// A shutdown hook runs after an uncaught exception in main; the trace comes first, the status is 1.
//@ exit: 1
public class HookAfterCrash {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println("hook after the trace")));
        System.out.println("before");
        int[] a = new int[2];
        a[args.length + 2] = 1;
    }
}
