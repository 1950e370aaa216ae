/**
 * Whose string becomes the interned one depends on who comes first.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class Interned {
    public static void main(String[] args) throws Exception {
        String mine = new String(new char[] {'o', 'n', 'e', '?'});
        String other = new String(new char[] {'o', 'n', 'e', '?'});
        Thread thread = new Thread(() -> other.intern());
        thread.start();
        assert mine.intern() == mine;
        thread.join();
    }
}
