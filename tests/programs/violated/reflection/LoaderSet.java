/**
 * The class loader of a thread may be changed by another one.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>With 21: race no.
 */
public class LoaderSet {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> main.setContextClassLoader(null)).start();
        assert main.getContextClassLoader() != null;
    }
}
