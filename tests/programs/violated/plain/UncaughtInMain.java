/**
 * An exception escapes from main.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: java.lang.ArrayIndexOutOfBoundsException: Index 1 out of bounds for length 0 in main
 */
public class UncaughtInMain {
    public static void main(String[] args) {
        Object[] none = new Object[0];
        none[1] = "there";
    }
}
