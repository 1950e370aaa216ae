import java.util.function.IntSupplier;

/**
 * As P71, with an object of which it is not known that it never changes: what a reader would find in it before it is created cannot be
 * told, so the upper bound must not be believed.
 *
 * <p>Expected: sc holds, jmm unknown, race yes.
 */
public class P72CapturedNumber {
    static IntSupplier supplier;
    static int seen;

    static IntSupplier of(int number) {
        return () -> number;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            IntSupplier found = supplier;
            if (found != null && found.getAsInt() == 500) {
                seen = 1;
            }
        }, "reader");
        Thread writer = new Thread(() -> {
            int before = seen;
            supplier = of(500);
            assert before == 0 : "seen before it was written";
        }, "writer");
        reader.start();
        writer.start();
        reader.join();
        writer.join();
    }
}
