import java.lang.reflect.Method;

/**
 * A class loader defines a package while another thread asks for it, by reflection: it may be there or not.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Today: sc unknown, jmm unknown
 */
public class PackagesShown {
    static final class Loader extends ClassLoader {
        void define() {
            definePackage("q", null, null, null, null, null, null, null);
        }
    }

    static final Loader LOADER = new Loader();

    public static void main(String[] args) throws ReflectiveOperationException {
        Method asks = ClassLoader.class.getMethod("getDefinedPackage", String.class);
        new Thread(LOADER::define).start();
        assert asks.invoke(LOADER, "q") == null;
    }
}
