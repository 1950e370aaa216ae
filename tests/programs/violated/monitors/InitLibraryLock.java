import java.util.prefs.Preferences;
import java.util.prefs.PreferencesFactory;

/**
 * The initialiser of a class of the library takes a lock of the program, which another holds who needs that class.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: deadlock: 
 */
public class InitLibraryLock {
    static final Object lock = new Object();

    public static class Factory implements PreferencesFactory {
        public Factory() {
            synchronized (lock) {
                lock.hashCode();
            }
        }

        public Preferences systemRoot() {
            return null;
        }

        public Preferences userRoot() {
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.util.prefs.PreferencesFactory", "InitLibraryLock$Factory");
        Thread a = new Thread(() -> {
            synchronized (lock) {
                Preferences.userRoot();
            }
        }, "a");
        Thread b = new Thread(Preferences::userRoot, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
