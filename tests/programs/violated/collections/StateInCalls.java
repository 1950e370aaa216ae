import java.util.Hashtable;

/**
 * The state of a thread tells that it is blocked inside of a call of the class library that otherwise counts as one action.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: blocked in a call
 */
public class StateInCalls {
    public static void main(String[] args) throws InterruptedException {
        Hashtable<Integer, Integer> table = new Hashtable<>();
        Thread other = new Thread(() -> table.put(1, 1));
        Thread one = new Thread(() -> table.put(2, 2));
        one.start();
        other.start();
        assert one.getState() != Thread.State.BLOCKED : "blocked in a call";
        one.join();
        other.join();
    }
}
