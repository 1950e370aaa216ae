import java.util.prefs.Preferences;
import java.util.prefs.PreferencesFactory;

/**
 * The initialiser of a class of the library calls the program: either thread may be the one.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class InitLibrary {
    static volatile String first;

    public static class Factory implements PreferencesFactory {
        public Factory() {
            first = Thread.currentThread().getName();
        }

        public Preferences systemRoot() {
            return null;
        }

        public Preferences userRoot() {
            return null;
        }
    }

    static void use() {
        Preferences.userRoot();
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.util.prefs.PreferencesFactory", "InitLibrary$Factory");
        Thread a = new Thread(InitLibrary::use, "a");
        Thread b = new Thread(InitLibrary::use, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert first.equals("a");
    }
}
