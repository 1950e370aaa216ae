import java.text.ParseException;
import java.text.SimpleDateFormat;

/**
 * A SimpleDateFormat that two threads parse with.
 *
 * <p>Expected: violated.
 */
public class DatesParsed {
    static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

    static void parse(String text) {
        try {
            String again = FORMAT.format(FORMAT.parse(text));
            assert again.equals(text) : again;
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> parse("1970-01-01"));
        Thread second = new Thread(() -> parse("2001-09-09"));
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
