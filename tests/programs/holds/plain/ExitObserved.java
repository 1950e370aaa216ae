import thinair.Thinair;

/**
 * The program may end between two things that a thread says of the outcome.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>Says: said=1
 */
public class ExitObserved {
    public static void main(String[] args) {
        new Thread(() -> {
            Thinair.observe("said", 1);
            Thinair.observe("said", 2);
        }).start();
        System.exit(0);
    }
}
