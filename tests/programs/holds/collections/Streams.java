import java.util.List;

/**
 * Streams, records, switch and text in threads.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class Streams {
    record Point(int x, int y) {}

    static volatile String text = "";

    static synchronized void a() {
        var points = List.of(new Point(1, 2), new Point(3, 4));
        int sum = points.stream().mapToInt(p -> p.x() * p.y()).sum();
        text += switch (sum) {
            case 14 -> "right";
            default -> "wrong " + points;
        };
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Streams::a, "a");
        Thread b = new Thread(Streams::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert text.equals("rightright") : text;
    }
}
