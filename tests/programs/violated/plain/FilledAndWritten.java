/**
 * An array is filled, published, and written once more by the thread that has filled it.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class FilledAndWritten {
    static volatile int[] published;
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread filler = new Thread(() -> {
            int[] filled = new int[3];
            for (int i = 0; i < filled.length; i++) {
                filled[i] = i;
            }
            published = filled;
            done = true;
            filled[2] = 9;
        });
        filler.start();
        int[] seen = published;
        if (seen != null && !done) {
            int before = seen[2];
            assert before == seen[2];
        }
        filler.join();
    }
}
