/**
 * Runtime.halt as a way out of an unhandled case.
 *
 * <p>Expected: violated.
 * <br>Says: ends the program with status 2
 */
public class Halt {
    static volatile boolean configured;

    public static void main(String[] args) {
        new Thread(() -> configured = true).start();
        if (!configured) {
            Runtime.getRuntime().halt(2);
        }
    }
}
