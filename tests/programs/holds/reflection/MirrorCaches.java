/**
 * What java.lang.Class keeps for itself is no data of the program.
 *
 * <p>Expected: sc holds if names of classes are made once, jmm holds if names of classes are made once, race no.
 */
public class MirrorCaches {
    static class A {
        int x;
    }

    static void use() {
        A.class.getPackageName();
        A.class.getDeclaredFields();
        A.class.getSimpleName();
        A.class.getDeclaredConstructors();
    }

    static void a() {
        use();
    }

    static void b() {
        use();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(MirrorCaches::a, "a");
        Thread b = new Thread(MirrorCaches::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
