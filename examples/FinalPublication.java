/**
 * An object of final fields handed over by a data race, which is right: final fields are frozen at the end of the constructor (JLS 17.5).
 *
 * <p>The reader may miss the object, for as long as it likes. If it sees it, it sees it complete.
 *
 * <p>Property: whoever sees the point sees its coordinates.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class FinalPublication {
    static class Point {
        final int x;
        final int y;

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
        Thread writer = new Thread(FinalPublication::write, "writer");
        Thread reader = new Thread(FinalPublication::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
