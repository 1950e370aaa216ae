/**
 * The holder idiom publishes safely.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class InitHolder {
    static class Thing {
        int data;

        Thing() {
            data = 42;
        }
    }

    static class Holder {
        static final Thing THING = new Thing();
    }

    static void a() {
        assert Holder.THING.data == 42;
    }

    static void b() {
        assert Holder.THING.data == 42;
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(InitHolder::a, "a");
        Thread b = new Thread(InitHolder::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();

    }
}
