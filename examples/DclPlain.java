/**
 * Double-checked locking with a plain field, which is broken (JPR paper, Fig. 16 and dcl of Fig. 14; OpMM paper, Table 1, dcl).
 *
 * <p>The first check of {@code helper} is a racy read. It may see the reference without the fields behind it, and the read in {@code
 * return} may even see null again: nothing orders it after the write.
 *
 * <p>Property: whoever gets the helper sees it constructed.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class DclPlain {
    static class Helper {
        int x;

        Helper() {
            x = 10;
        }
    }

    static final Object lock = new Object();
    static Helper helper;

    static Helper getHelper() {
        if (helper == null) {
            synchronized (lock) {
                if (helper == null) {
                    helper = new Helper();
                }
            }
        }
        return helper;
    }

    static void use() {
        assert getHelper().x == 10;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(DclPlain::use, "first");
        Thread second = new Thread(DclPlain::use, "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
