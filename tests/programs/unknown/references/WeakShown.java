import java.lang.ref.WeakReference;

/**
 * A weak reference may be cleared as soon as nobody else holds its object. Here it never is, so the answer is left open.
 *
 * <p>Expected: sc unknown, jmm unknown.
 *
 * <p>Says: weak and soft references
 */
public class WeakShown {
    public static void main(String[] args) throws InterruptedException {
        WeakReference<Object> weak = new WeakReference<>(new Object());
        Thread looks = new Thread(() -> {
            assert weak.get() != null;
        });
        looks.start();
        looks.join();
    }
}
