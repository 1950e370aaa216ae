/**
 * An object handed over by a volatile reference, which is right: the read of the reference acquires what was written before.
 *
 * <p>Property: whoever sees the point sees its coordinates.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class VolatilePublication {
    static class Point {
        int x;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static volatile Point point;

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
        Thread writer = new Thread(VolatilePublication::write, "writer");
        Thread reader = new Thread(VolatilePublication::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
