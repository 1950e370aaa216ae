// String.format with every common conversion and flag.
import java.util.IllegalFormatException;
import java.util.Locale;

public class Formats {
    static void f(String format, Object... args) {
        String shown;
        try {
            shown = "[" + String.format(format, args) + "]";
        } catch (IllegalFormatException e) {
            shown = e.getClass().getSimpleName() + ": " + e.getMessage();
        }
        System.out.println(format + " -> " + shown);
    }

    public static void main(String[] args) {
        f("%d|%5d|%-5d|%05d|%+d|%,d|%(d|% d", 42, 42, 42, 42, 42, 1234567, -42, 42);
        f("%d %d %d %d", (byte) 1, (short) 2, 3L, new java.math.BigInteger("12345678901234567890"));
        f("%x|%X|%#x|%08x|%o|%#o|%x", 255, 255, 255, 255, 8, 8, -1);
        f("%x %x %o", -1L, (byte) -1, -1);
        f("%f|%.2f|%10.3f|%-10.1f|%010.2f|%+.0f|%,.2f|%(.1f", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159, 2.5, 1234567.891, -5.55);
        f("%e|%.3e|%E|%12.2e|%g|%.3g|%G", 12345.678, 12345.678, 0.00012, 1e100, 12345.678, 0.00001234, 1e10);
        f("%a|%A", 1.0, -0.1);
        f("%f %e %f %f", Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0);
        f("%s|%10s|%-10s|%.3s|%S|%10.2s", "text", "text", "text", "text", "text", "text");
        f("%s %s %s %s", null, 1.5, true, 'c');
        f("%s %s", new int[0].length, java.util.List.of(1, 2));
        f("%b|%B|%5b|%b|%b", true, false, true, null, "x");
        f("%c|%C|%5c|%c|%c", 'x', 'x', 'y', 65, 0x1F600);
        f("%h|%H|%h", "hello", "hello", null);
        f("%%|%5%|%-5%|%n");
        f("%2$s %1$s %2$s %s %s", "a", "b");
        f("%s %<s %s %<S", "p", "q");
        f("%08.3f|%+08d|%-8d|", -3.14159, 42, 42);
        f("%.0f %.0f %.0f %.0f %.1f", 0.5, 1.5, 2.5, -0.5, 0.25);
        f("%.20f", 0.1);
        f("%.3f %.3f", 1e20, 123456789.987654321);
        f("%s %d", "few");
        f("%d", "no number");
        f("%d", 1.5);
        f("%f", 1);
        f("%c", "str");
        f("%q", 1);
        f("%-d", 1);
        f("%05-d", 1);
        f("%.2d", 1);
        f("%#d", 1);
        f("%-05d", 1);
        f("%", 1);
        f("%s", (Object) null);
        f("no args");
        f("%,d %,d %,d %,d", 0, 999, 1000, -1234567890123L);
        f("%10.4f|%-10.4f|%+10.4f", Math.PI, Math.PI, Math.PI);
        f("%5s|%5s|%5s", "é", "中", "toolong");
        f("%b %c %d %x %s", Boolean.TRUE, Character.valueOf('k'), Integer.valueOf(7), Long.valueOf(255), new StringBuilder("sb"));
        f("%.2f %s", new java.math.BigDecimal("2.345"), new java.math.BigDecimal("1E+3"));
        f("%tY-%<tm-%<td %<tB %<tA %<tj", java.time.LocalDate.of(2024, 2, 29));
        f("%tH:%<tM:%<tS %<tI %<tp", java.time.LocalTime.of(15, 4, 5));
        System.out.println(String.format(Locale.ROOT, "%,.2f", 9876543.215));
        System.out.println(String.format(Locale.GERMANY, "%,.2f", 9876543.215));
        System.out.println("%s=%d".formatted("k", 9));
        System.out.printf("%s %s%n", "printf", 1);
        System.out.format("%3d|%3d%n", 1, 100);
        StringBuilder sb = new StringBuilder();
        new java.util.Formatter(sb).format("%s-", 1).format("%s", 2);
        System.out.println(sb);
    }
}
