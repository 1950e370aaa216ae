import java.lang.ref.WeakReference;

/**
 * Who asks a reference while another thread clears it gets what it refers to.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ReferenceCleared {
    public static void main(String[] args) {
        Object object = new Object();
        WeakReference<Object> reference = new WeakReference<>(object);
        new Thread(() -> reference.clear()).start();
        assert reference.get() == null;
    }
}
