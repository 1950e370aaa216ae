import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * System.out is final, and setOut changes it all the same: who reads it meanwhile sees either stream.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class StreamSet {
    public static void main(String[] args) {
        PrintStream first = System.out;
        PrintStream second = new PrintStream(new ByteArrayOutputStream());
        new Thread(() -> System.setOut(second)).start();
        assert System.out == first;
    }
}
