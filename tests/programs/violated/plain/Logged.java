import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Loggers may be used, though they have a hook that closes them at the end; they do not order what threads do to other data.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Says: AssertionError: lost
 */
public class Logged {
    static final Logger LOGGER = Logger.getLogger("p");
    static int count;

    public static void main(String[] args) throws InterruptedException {
        LOGGER.setLevel(Level.OFF);
        Runnable task = () -> {
            LOGGER.info("about to count");
            count++;
        };
        Thread a = new Thread(task, "a");
        Thread b = new Thread(task, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost";
    }
}
