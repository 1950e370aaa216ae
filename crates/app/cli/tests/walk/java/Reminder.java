import java.util.Timer;
import java.util.TimerTask;

/**
 * A timer's thread is no daemon, and nobody cancels it: the program never ends.
 *
 * <p>Expected: violated.
 * <br>Says: idle: Timer-0
 * <br>Options: --property idle
 */
public class Reminder {
    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            public void run() {
                System.out.println("coffee");
            }
        }, 1000);
    }
}
