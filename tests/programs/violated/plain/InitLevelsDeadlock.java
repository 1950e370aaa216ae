/**
 * The initialiser of a superclass uses its subclass: who begins above and who begins below wait for each other.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InitLevelsDeadlock {
    static class C {
        static int c = A.zero() + 1;
    }

    static class B extends C {
        static int b = c + 1;
    }

    static class A extends B {
        static int a = b + 1;

        static int zero() {
            return 0;
        }
    }

    static void a() {
        A.zero();
    }

    static void b() {
        int x = C.c;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitLevelsDeadlock::a, "a");
        Thread b = new Thread(InitLevelsDeadlock::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
