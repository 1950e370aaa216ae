/**
 * System.arraycopy to an array of another type, while another thread writes: it stops at the first element that does not fit.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class CopyOfOtherType {
    static final Object[] FROM = {"a", "b"};
    static final String[] TO = new String[2];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> FROM[1] = 1);
        other.start();
        boolean fits = true;
        try {
            System.arraycopy(FROM, 0, TO, 0, 2);
        } catch (ArrayStoreException e) {
            fits = false;
        }
        other.join();
        assert "a".equals(TO[0]);
        assert fits;
    }
}
