import thinair.Thinair;

/**
 * What is assumed of a static field that the initialiser of another class writes later.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class AssumeRacyStatic {
    static int v;

    static class A {
        static {
            v = 1;
        }
    }

    static void a() {
        Thinair.assume(v == 1);
        assert false;
    }

    static void b() {
        new A();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(AssumeRacyStatic::a, "a");
        Thread b = new Thread(AssumeRacyStatic::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
