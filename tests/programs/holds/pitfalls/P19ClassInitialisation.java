/**
 * Whoever uses a class happens after its initialisation, whoever did it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P19ClassInitialisation {
    static class H {
        static int z = Integer.parseInt("7");
    }

    static void first() {
        assert H.z == 7;
    }

    static void second() {
        assert H.z == 7;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P19ClassInitialisation::first, "first");
        Thread second = new Thread(P19ClassInitialisation::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
