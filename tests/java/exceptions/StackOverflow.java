// StackOverflowError: thrown, caught, and the program goes on; also through finally and constructors.
public class StackOverflow {
    static int depth;
    int v;

    static void plain() { depth++; plain(); }
    static long args(long a, double b, Object c) { depth++; return args(a + 1, b * 2, c) + 1; }
    StackOverflow(int n) { depth++; v = new StackOverflow(n + 1).v; }
    static int a(int n) { depth++; return b(n + 1); }
    static int b(int n) { depth++; return a(n + 1); }
    static int cleaned;
    static void withFinally() { depth++; try { withFinally(); } finally { cleaned = 1; } }
    static Runnable r;
    static class Node { Node next; @Override public String toString() { return "n" + next; } @Override public int hashCode() { return next.hashCode() + 1; } }

    interface Body { void run(); }

    static void t(String name, Body b) {
        depth = 0;
        try {
            b.run();
            System.out.println(name + ": no error");
        } catch (StackOverflowError e) {
            System.out.println(name + ": caught " + e.getMessage() + " " + (depth > 200 || depth == 0) + " " + (e.getStackTrace().length > 100));
        }
    }

    static int recurse(int n) { return n == 0 ? 0 : recurse(n - 1) + 1; }

    public static void main(String[] args) {
        t("plain", StackOverflow::plain);
        t("args", () -> args(1, 2.0, "x"));
        t("constructor", () -> new StackOverflow(0));
        t("mutual", () -> a(0));
        t("finally", StackOverflow::withFinally);
        System.out.println("cleaned " + cleaned);
        r = () -> { depth++; r.run(); };
        t("lambda", () -> r.run());
        Node n = new Node();
        n.next = n;
        t("hashCode", n::hashCode);
        t("again", StackOverflow::plain);
        t("fine", () -> System.out.println(recurse(2000)));
        try {
            plain();
        } catch (Throwable e) {
            System.out.println(e.getClass().getName() + " " + (e instanceof VirtualMachineError) + " " + e.getStackTrace()[500].getMethodName());
        }
        System.out.println(recurse(1000));
    }
}
