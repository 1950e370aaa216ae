/**
 * The interned string may be that of another thread.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InternedOther {
    public static void main(String[] args) throws Exception {
        String mine = new String(new char[] {'o', 'n', 'e', '?'});
        String other = new String(new char[] {'o', 'n', 'e', '?'});
        Thread thread = new Thread(() -> other.intern());
        thread.start();
        assert mine.intern() == other;
        thread.join();
    }
}
