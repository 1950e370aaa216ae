import thinair.Thinair;

/**
 * The same of a plain variable.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class AssumeWrittenRacy {
    static int v;

    static void a() {
        Thinair.assume(v == 1);
        assert false;
    }

    static void b() {
        v = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(AssumeWrittenRacy::a, "a");
        Thread b = new Thread(AssumeWrittenRacy::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
