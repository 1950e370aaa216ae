/**
 * Two threads write a long in halves (JLS 17.7): what stays may be a half of each.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * Options: --tearing.
 */
public class TornTwice {
    static long x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x = 0x1_0000_0001L);
        other.start();
        x = 0x2_0000_0002L;
        other.join();
        assert x == 0x1_0000_0001L || x == 0x2_0000_0002L;
    }
}
