/**
 * Final fields of a clone that is published by a race are seen.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class CloneFinal {
    static class Point implements Cloneable {
        final int x = Integer.parseInt("1");

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
