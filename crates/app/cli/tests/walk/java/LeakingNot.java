import java.util.ArrayList;
import java.util.List;

/**
 * A factory registers the listener when it is whole.
 *
 * <p>Expected: holds.
 */
public class LeakingNot {
    static final List<LeakingNot> listeners = new ArrayList<>();
    private final String name;

    private LeakingNot(String name) {
        this.name = name;
    }

    static void register(String name) {
        LeakingNot listener = new LeakingNot(name);
        synchronized (listeners) {
            listeners.add(listener);
        }
    }

    static void fire() {
        synchronized (listeners) {
            for (LeakingNot listener : listeners) {
                System.out.println(listener.name.length());
            }
        }
    }

    public static void main(String[] args) {
        new Thread(LeakingNot::fire).start();
        register("log");
    }
}
