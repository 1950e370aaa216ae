/**
 * A final field is seen frozen by who gets the object in a race.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class P13FinalField {
    static class F {
        final int f;

        F(int f) {
            this.f = f;
        }
    }

    static F p;

    static void first() {
        p = new F(7);
    }

    static void second() {
        F q = p;
        if (q != null) {
            assert q.f == 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P13FinalField::first, "first");
        Thread second = new Thread(P13FinalField::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
