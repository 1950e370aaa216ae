/**
 * Final fields are seen whole by whom a race has given the object.
 *
 * <p>Expected: holds.
 */
public class PointFinal {
    private final int x;
    private final int y;
    private static PointFinal shared;

    PointFinal(int x, int y) {
        this.x = x;
        this.y = y;
    }

    public static void main(String[] args) {
        new Thread(() -> shared = new PointFinal(3, 4)).start();
        new Thread(() -> {
            PointFinal point = shared;
            if (point != null) {
                assert point.x == 3 && point.y == 4;
            }
        }).start();
    }
}
