/**
 * The clone of an array that is published by a race: its elements may be missed.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class CloneArrayPublished {
    static final int[] FIRST = {1, 2};
    static int[] published;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> published = FIRST.clone());
        maker.start();
        int[] seen = published;
        if (seen != null) {
            assert seen[0] == 1 && seen[1] == 2;
        }
        maker.join();
    }
}
