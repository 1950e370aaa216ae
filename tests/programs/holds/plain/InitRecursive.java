/**
 * An initialiser uses a class that uses it again: one thread is never stopped by itself.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitRecursive {
    static class A {
        static int x = B.y + 1;
    }

    static class B {
        static int y = A.x + 1;
    }

    static void a() {
        assert A.x == 2 && B.y == 1;
    }

    static void b() {

    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitRecursive::a, "a");
        Thread b = new Thread(InitRecursive::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
