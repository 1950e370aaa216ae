import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/**
 * One reads what the other writes.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class PipeReadWrite {
    static final PipedInputStream in = new PipedInputStream();
    static final PipedOutputStream out = new PipedOutputStream();
    static int seen;

    static {
        try {
            in.connect(out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void a() {
        try {
            out.write(new byte[] {1, 2});
            out.flush();
            out.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void b() {
        try {
            seen = in.read() + in.read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(PipeReadWrite::a, "a");
        Thread b = new Thread(PipeReadWrite::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert seen == 3;
    }
}
