/**
 * A thread ends the program unless another has written; it may have.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ExitRelies {
    static volatile int v;

    static void a() {
        if (v == 0) {
            System.exit(0);
        }
        assert false;
    }

    static void b() {
        v = 1;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ExitRelies::a, "a");
        Thread b = new Thread(ExitRelies::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
