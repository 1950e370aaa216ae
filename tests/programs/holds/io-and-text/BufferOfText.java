/**
 * A StringBuffer is.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class BufferOfText {
    static final StringBuffer text = new StringBuffer();

    static void a() {
        text.append('a');
    }

    static void b() {
        text.append('b');
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(BufferOfText::a, "a");
        Thread b = new Thread(BufferOfText::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert text.length() == 2;
    }
}
