/**
 * A clone that is published by a race: its fields may be missed, as if they had been assigned (Object.clone).
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class ClonePublished {
    static class Point implements Cloneable {
        int x = 1;

        Point copy() {
            try {
                return (Point) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final Point FIRST = new Point();
    static Point published;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> published = FIRST.copy());
        maker.start();
        Point seen = published;
        if (seen != null) {
            assert seen.x == 1;
        }
        maker.join();
    }
}
