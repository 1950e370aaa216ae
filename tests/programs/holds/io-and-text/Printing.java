/**
 * Printing orders nothing that the program may rely on, and does not fail.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Printing {
    static void a() {
        System.out.println("a" + Thread.currentThread().getName());
    }

    static void b() {
        System.out.printf("%s %d%n", "b", 1);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Printing::a, "a");
        Thread b = new Thread(Printing::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
