import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * A stream that another thread sets need not be set yet.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class StreamSetSeen {
    public static void main(String[] args) {
        PrintStream second = new PrintStream(new ByteArrayOutputStream());
        new Thread(() -> System.setOut(second)).start();
        assert System.out == second;
    }
}
