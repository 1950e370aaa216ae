/**
 * What a class initialiser makes is the same whoever runs it.
 *
 * <p>Expected: sc holds if identity hash codes are those here, jmm holds if identity hash codes are those here, race no.
 */
public class P20ObjectsOfInitialisers {
    static class H {
        static final Object o = new Object();
    }

    static volatile int a;
    static volatile int b;

    static void first() {
        a = System.identityHashCode(H.o);
    }

    static void second() {
        b = System.identityHashCode(H.o);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P20ObjectsOfInitialisers::first, "first");
        Thread second = new Thread(P20ObjectsOfInitialisers::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert a == b;
    }
}
