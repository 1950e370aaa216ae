import thinair.Thinair;

/**
 * What is assumed of a variable that another thread writes later must be able to come true.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class AssumeWritten {
    static volatile int v;

    static void a() {
        Thinair.assume(v == 1);
        assert false;
    }

    static void b() {
        v = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(AssumeWritten::a, "a");
        Thread b = new Thread(AssumeWritten::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
