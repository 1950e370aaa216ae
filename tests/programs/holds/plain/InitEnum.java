/**
 * Constants of an enum are made once.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitEnum {
    static int made;

    enum E {
        X,
        Y;

        E() {
            made();
        }

        static void made() {
            made++;
        }
    }

    static void a() {
        assert E.X.ordinal() == 0;
    }

    static void b() {
        assert E.valueOf("Y") == E.Y;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitEnum::a, "a");
        Thread b = new Thread(InitEnum::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert made == 2;
    }
}
