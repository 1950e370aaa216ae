import java.lang.ref.WeakReference;

/**
 * A reference need not be cleared yet by another thread.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ReferenceRefersToGone {
    public static void main(String[] args) {
        Object object = new Object();
        WeakReference<Object> reference = new WeakReference<>(object);
        new Thread(() -> reference.enqueue()).start();
        assert reference.refersTo(null);
    }
}
