import java.util.Arrays;

/**
 * The lazily computed hash code of {@code java.lang.String}: a data race that does no harm (JPR paper, Fig. 1 and hash of Fig. 14).
 *
 * <p>The field is read once. Whatever that read sees, 0 or the hash code, the answer is right.
 *
 * <p>Property: every call answers the hash code.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class StringHash {
    static class Text {
        private final char[] value;
        private int hash; // 0: not computed yet

        Text(String text) {
            value = text.toCharArray();
        }

        @Override
        public int hashCode() {
            int h = hash;
            if (h == 0 && value.length > 0) {
                for (char c : value) {
                    h = 31 * h + c;
                }
                hash = h;
            }
            return h;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Text && Arrays.equals(value, ((Text) other).value);
        }
    }

    static final Text text = new Text("hi");

    static void ask() {
        assert text.hashCode() == 31 * 'h' + 'i';
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(StringHash::ask, "asker " + i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
