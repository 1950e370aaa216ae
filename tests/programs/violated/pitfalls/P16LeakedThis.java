/**
 * Who got the object before it was frozen may see the default of a final field.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class P16LeakedThis {
    static class F {
        final int f;

        F() {
            s = this;
            f = 7;
        }
    }

    static F s;

    static void first() {
        new F();
    }

    static void second() {
        F q = s;
        if (q != null) {
            assert q.f == 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P16LeakedThis::first, "first");
        Thread second = new Thread(P16LeakedThis::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
