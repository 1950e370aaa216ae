import java.util.Timer;
import java.util.TimerTask;

/**
 * Main sleeps longer than the timer waits, and takes that for an order.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class ReminderSlow {
    static volatile boolean rung;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            public void run() {
                rung = true;
            }
        }, 100);
        Thread.sleep(200);
        assert rung;
    }
}
