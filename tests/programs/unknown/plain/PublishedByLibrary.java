/**
 * An array that the class library fills is published by a race: the letter need not be there (JLS 17.4.5). What the library has written is not
 * asked for, so that this cannot be shown.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 * <br>Today: jmm unknown
 */
public class PublishedByLibrary {
    static char[] letters;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> letters = "a".toCharArray());
        writer.start();
        char[] seen = letters;
        if (seen != null) {
            assert seen[0] == 'a';
        }
        writer.join();
    }
}
