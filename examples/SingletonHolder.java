/**
 * Lazy initialisation by a holder class: the virtual machine initialises it once, under a lock of its own (JLS 12.4.2).
 *
 * <p>The end of the initialiser happens-before whatever a thread does after its first use of the class, so no field needs to be volatile.
 *
 * <p>Property: whoever gets the helper sees it constructed, and there is one helper.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class SingletonHolder {
    static class Helper {
        static int made;
        int x;

        Helper() {
            x = 10;
            made++;
        }
    }

    static class Holder {
        static final Helper HELPER = new Helper();
    }

    static void use() {
        assert Holder.HELPER.x == 10;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(SingletonHolder::use, "first");
        Thread second = new Thread(SingletonHolder::use, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert Helper.made == 1 : Helper.made;
    }
}
