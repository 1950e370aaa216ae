/**
 * A switch over an enum has a class of its own.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitSwitch {
    enum E {
        X,
        Y
    }

    static int of(E e) {
        switch (e) {
            case X:
                return 1;
            default:
                return 2;
        }
    }

    static void a() {
        assert of(E.X) == 1;
    }

    static void b() {
        assert of(E.Y) == 2;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitSwitch::a, "a");
        Thread b = new Thread(InitSwitch::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
