/**
 * A singleton that is made at first use, by each thread one.
 *
 * <p>Expected: violated.
 * <br>Says: assertion: java.lang.AssertionError: two singletons
 */
public class Singleton {
    private static Singleton instance;

    static Singleton getInstance() {
        if (instance == null) {
            instance = new Singleton();
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Singleton[] seen = new Singleton[2];
        Thread first = new Thread(() -> seen[0] = getInstance());
        Thread second = new Thread(() -> seen[1] = getInstance());
        first.start();
        second.start();
        first.join();
        second.join();
        assert seen[0] == seen[1] : "two singletons";
    }
}
