import java.lang.ref.WeakReference;

/**
 * Whether a reference refers to an object, asked while another thread clears it: both answers.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ReferenceRefersTo {
    public static void main(String[] args) {
        Object object = new Object();
        WeakReference<Object> reference = new WeakReference<>(object);
        new Thread(() -> reference.enqueue()).start();
        assert reference.refersTo(object);
    }
}
