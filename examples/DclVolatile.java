/**
 * Double-checked locking with a volatile field, which is right (OpMM paper, Table 1, dcl-vol).
 *
 * <p>A reader that sees the reference has acquired what the writer released, the fields of the helper included.
 *
 * <p>Property: whoever gets the helper sees it constructed, and there is one helper.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class DclVolatile {
    static class Helper {
        int x;

        Helper() {
            x = 10;
        }
    }

    static final Object lock = new Object();
    static volatile Helper helper;
    static Helper seenByFirst;
    static Helper seenBySecond;

    static Helper getHelper() {
        Helper seen = helper;
        if (seen == null) {
            synchronized (lock) {
                seen = helper;
                if (seen == null) {
                    seen = new Helper();
                    helper = seen;
                }
            }
        }
        return seen;
    }

    static void first() {
        seenByFirst = getHelper();
        assert seenByFirst.x == 10;
    }

    static void second() {
        seenBySecond = getHelper();
        assert seenBySecond.x == 10;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(DclVolatile::first, "first");
        Thread second = new Thread(DclVolatile::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert seenByFirst == seenBySecond;
    }
}
