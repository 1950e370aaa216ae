import java.util.Timer;
import java.util.TimerTask;

/**
 * The task cancels its timer.
 *
 * <p>Expected: holds if the clock goes as it does here.
 */
public class ReminderCancelled {
    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            public void run() {
                System.out.println("coffee");
                timer.cancel();
            }
        }, 1000);
    }
}
