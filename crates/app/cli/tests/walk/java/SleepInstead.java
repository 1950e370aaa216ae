/**
 * sleep instead of join: usually enough.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class SleepInstead {
    static int answer;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> answer = 42).start();
        Thread.sleep(1000);
        assert answer == 42 : answer;
    }
}
