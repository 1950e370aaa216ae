import java.util.Arrays;

/**
 * The hash code of {@code StringHash} with a second read of the field, which is broken (JPR paper, Fig. 2 and hash2 of Fig. 14).
 *
 * <p>The first read may see the hash code that another thread has stored, and the second one still 0: nothing orders them after that write.
 *
 * <p>Property: every call answers the hash code.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class StringHashTwice {
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
            h = hash; // the redundant read
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
            threads[i] = new Thread(StringHashTwice::ask, "asker " + i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
