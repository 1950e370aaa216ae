/**
 * A singleton whose lock is taken for every request (OpMM paper, Table 1, singleton).
 *
 * <p>Property: whoever gets the helper sees it constructed, and there is one helper.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class SingletonLocked {
    static class Helper {
        int x;

        Helper() {
            x = 10;
        }
    }

    static Helper helper;
    static Helper seenByFirst;
    static Helper seenBySecond;

    static synchronized Helper getHelper() {
        if (helper == null) {
            helper = new Helper();
        }
        return helper;
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
        Thread first = new Thread(SingletonLocked::first, "first");
        Thread second = new Thread(SingletonLocked::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert seenByFirst == seenBySecond;
    }
}
