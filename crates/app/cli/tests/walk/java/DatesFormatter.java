import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/**
 * A DateTimeFormatter may be shared.
 *
 * <p>Expected: holds.
 */
public class DatesFormatter {
    static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd");

    static void show(long day, String expected) {
        String text = FORMAT.format(LocalDate.ofEpochDay(day));
        if (!text.equals(expected)) {
            throw new IllegalStateException(text + " instead of " + expected);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> show(0, "1970-01-01"));
        Thread second = new Thread(() -> show(11574, "2001-09-09"));
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
