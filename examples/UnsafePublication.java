/**
 * An object handed over by a data race: the reader may see the reference and not yet the fields.
 *
 * <p>Property: whoever sees the point sees its coordinates.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class UnsafePublication {
    static class Point {
        int x;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static Point point;

    static void write() {
        point = new Point(1, 2);
    }

    static void read() {
        Point seen = point;
        if (seen != null) {
            assert seen.x == 1 && seen.y == 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(UnsafePublication::write, "writer");
        Thread reader = new Thread(UnsafePublication::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
