import java.net.Socket;

/**
 * Sockets are not supported.
 *
 * <p>Expected: sc unknown, jmm unknown, race no.
 * <br>Says: unsupported: 
 */
public class OpensSocket {
    public static void main(String[] args) throws Exception {
        new Socket("localhost", 80).close();
    }
}
