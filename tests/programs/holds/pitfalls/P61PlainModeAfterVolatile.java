import java.util.concurrent.atomic.AtomicInteger;

/**
 * A plain write to a variable of the class library is not forgotten by a later volatile read of the same thread.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P61PlainModeAfterVolatile {
    static final AtomicInteger v = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { }, "other");
        other.start();
        v.set(1);
        v.setPlain(2);
        assert v.get() == 2;
        other.join();
    }
}
