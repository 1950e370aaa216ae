import java.io.FileWriter;

/**
 * Files are not supported; who reaches one is told where.
 *
 * <p>Expected: sc unknown, jmm unknown, race no.
 * <br>Says: unsupported: 
 */
public class WritesFile {
    public static void main(String[] args) throws Exception {
        new FileWriter("there").close();
    }
}
