/**
 * So it does of identity hash codes, also where reflection asks for one.
 *
 * <p>Expected: sc holds if identity hash codes are those here, jmm holds if identity hash codes are those here.
 *
 * <p>Arguments: directly; reflection
 */
public class HashShown {
    static int code;

    public static void main(String[] args) throws InterruptedException {
        Thread asks = new Thread(() -> {
            try {
                code = args[0].equals("directly")
                        ? new Object().hashCode()
                        : (int) System.class.getMethod("identityHashCode", Object.class).invoke(null, new Object());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
        asks.start();
        asks.join();
        assert code != 0;
    }
}
