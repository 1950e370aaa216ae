/**
 * Two classes need each other to be initialised, and two threads begin at different ends.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class ClassDeadlock {
    static class A {
        static int x = B.x + 1;
    }

    static class B {
        static int x = A.x + 1;
    }

    static void a() {
        assert A.x > 0;
    }

    static void b() {
        assert B.x > 0;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ClassDeadlock::a, "a");
        Thread b = new Thread(ClassDeadlock::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
