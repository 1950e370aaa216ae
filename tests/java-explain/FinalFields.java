import thinair.Thinair.thread;

/**
 * Objects that reach another thread by a race (JLS 17.5): what the reader may see of them is asked. In each test a thread publishes, and the other one claims to have seen a
 * default value.
 */
public class FinalFields {
    /** A final and a plain field. */
    static class Point {
        final int x;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    /** An array behind a final field. */
    static class Row {
        final int[] cells;

        Row(int first) {
            cells = new int[] {first};
        }
    }

    /** A constructor that lets go of the object before the field is frozen. */
    static class Leak {
        static Leak leaked;
        final int x;

        Leak() {
            leaked = this;
            x = 1;
        }
    }

    /** The final field: frozen before the reference was written. */
    static class Frozen {
        static Point point;

        @thread
        static void writer() {
            point = new Point(1, 2);
        }

        @thread
        static void reader() {
            Point seen = point;
            int r = seen == null ? -1 : seen.x;
            assert r == 0;
        }
    }

    /** The plain field beside it. */
    static class Plain {
        static Point point;

        @thread
        static void writer() {
            point = new Point(1, 2);
        }

        @thread
        static void reader() {
            Point seen = point;
            int r = seen == null ? -1 : seen.y;
            assert r == 0;
        }
    }

    /** The plain field of an object that is published by a volatile variable. */
    static class Published {
        static volatile Point point;

        @thread
        static void writer() {
            point = new Point(1, 2);
        }

        @thread
        static void reader() {
            Point seen = point;
            int r = seen == null ? -1 : seen.y;
            assert r == 0;
        }
    }

    /** What is reached through a final field. */
    static class Behind {
        static Row row;

        @thread
        static void writer() {
            row = new Row(1);
        }

        @thread
        static void reader() {
            Row seen = row;
            int r = seen == null ? -1 : seen.cells[0];
            assert r == 0;
        }
    }

    /** A reference that another thread passes on. */
    static class Forwarded {
        static Point point;
        static Point other;

        @thread
        static void writer() {
            point = new Point(1, 2);
        }

        @thread
        static void forwarder() {
            other = point;
        }

        @thread
        static void reader() {
            Point seen = other;
            int r = seen == null ? -1 : seen.x;
            assert r == 0;
        }
    }

    /** The reader found the object where it was leaked before it looked where it was published: the JLS leaves open which of the two reads counts. */
    static class Leaked {
        static Leak published;

        @thread
        static void writer() {
            published = new Leak();
        }

        @thread
        static void reader() {
            Leak early = Leak.leaked;
            Leak seen = published;
            int r = early == null || seen == null ? -1 : seen.x;
            assert r == 0;
        }
    }
}
