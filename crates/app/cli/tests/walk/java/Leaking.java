import java.util.ArrayList;
import java.util.List;

/**
 * A constructor registers this before it has ended: the listener is called half made, although its field is final.
 *
 * <p>Expected: violated.
 * <br>Says: exception: java.lang.NullPointerException
 */
public class Leaking {
    static final List<Leaking> listeners = new ArrayList<>();
    private final String name;

    Leaking(String name) {
        synchronized (listeners) {
            listeners.add(this);
        }
        this.name = name;
    }

    static void fire() {
        synchronized (listeners) {
            for (Leaking listener : listeners) {
                System.out.println(listener.name.length());
            }
        }
    }

    public static void main(String[] args) {
        new Thread(Leaking::fire).start();
        new Leaking("log");
    }
}
