import java.util.Arrays;

/**
 * As {@code StringHash}, with four threads (JPR paper, Fig. 14, second row of hash).
 *
 * <p>Property: every call answers the hash code.
 * <br>Expected: sc holds, jmm holds, race yes.
 */
public class StringHash4 {
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
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(StringHash4::ask, "asker " + i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
