import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;

/**
 * A SimpleDateFormat is shared by threads.
 *
 * <p>Expected: violated.
 */
public class Dates {
    static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

    static void show(long time, String expected) {
        String text = FORMAT.format(new Date(time));
        if (!text.equals(expected)) {
            throw new IllegalStateException(text + " instead of " + expected);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
        Thread first = new Thread(() -> show(0, "1970-01-01"));
        Thread second = new Thread(() -> show(1_000_000_000_000L, "2001-09-09"));
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
