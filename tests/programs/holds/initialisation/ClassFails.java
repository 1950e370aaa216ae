/**
 * The initialiser fails; the second to come gets a NoClassDefFoundError.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ClassFails {
    static class A {
        static int x = Integer.parseInt("no number");
    }

    static int failed;
    static int missing;

    static synchronized void a() {
        try {
            A.x = 1;
        } catch (ExceptionInInitializerError e) {
            failed++;
        } catch (NoClassDefFoundError e) {
            missing++;
        }
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ClassFails::a, "a");
        Thread b = new Thread(ClassFails::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert failed == 1 && missing == 1;
    }
}
