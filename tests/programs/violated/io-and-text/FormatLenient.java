import java.text.SimpleDateFormat;

/**
 * A format's calendar is data as any: that the class library found its maker by reflection, and keeps it in a map, does not make it a part of these.
 *
 * <p>Expected: sc holds if the clock goes as it does here, jmm violated, race yes.
 */
public class FormatLenient {
    public static void main(String[] args) {
        SimpleDateFormat format = new SimpleDateFormat("yyyy");
        new Thread(() -> format.setLenient(false)).start();
        boolean first = format.isLenient();
        boolean second = format.isLenient();
        assert first || !second;
    }
}
