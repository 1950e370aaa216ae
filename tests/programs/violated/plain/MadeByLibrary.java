/**
 * An array that the class library makes is the program's.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class MadeByLibrary {
    static final char[] letters = "aa".toCharArray();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> letters[0]++);
        Thread second = new Thread(() -> letters[0]++);
        first.start();
        second.start();
        first.join();
        second.join();
        assert letters[0] == 'c';
    }
}
