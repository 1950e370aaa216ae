import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * What is printed goes to the stream that System.out is when it is read.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class StreamPrinted {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream second = new PrintStream(bytes, true);
        Thread thread = new Thread(() -> System.setOut(second));
        thread.start();
        System.out.print("x");
        thread.join();
        assert bytes.size() == 0;
    }
}
