/**
 * The same of enums.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class EnumCaches {
    enum E {
        X,
        Y
    }

    static void a() {
        assert E.class.getEnumConstants().length == 2;
        assert E.valueOf("X") == E.X;
    }

    static void b() {
        assert E.class.getEnumConstants().length == 2;
        assert E.valueOf("X") == E.X;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(EnumCaches::a, "a");
        Thread b = new Thread(EnumCaches::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
