import java.util.function.IntSupplier;

/**
 * A lambda that is published by a race: what it has captured is a local variable and is there.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class LambdaPublished {
    static IntSupplier supplier;

    static IntSupplier of(int number) {
        return () -> number;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            IntSupplier found = supplier;
            assert found == null || found.getAsInt() == 500;
        }, "reader");
        Thread writer = new Thread(() -> supplier = of(500), "writer");
        reader.start();
        writer.start();
        reader.join();
        writer.join();
    }
}
