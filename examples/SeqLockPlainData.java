/**
 * A sequence lock whose number is volatile and whose data are plain, which is still broken, though hard to see.
 *
 * <p>A volatile read keeps later accesses behind it, not earlier ones before it: the plain reads may come after the second read of the number and
 * see a writer that has begun by then. No machine that performs actions in the order of the program shows this, and neither does the model
 * opmm; the rules of JLS 17.4.8 allow it.
 *
 * <p>Property: whoever finds the sequence number even and unchanged has read a pair that belongs together.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class SeqLockPlainData {
    static volatile int sequence;
    static int x;
    static int y;

    static void write(int value) {
        int before = sequence;
        sequence = before + 1;
        x = value;
        y = value;
        sequence = before + 2;
    }

    /** One attempt to read; a program would try again when it fails. */
    static void read() {
        int before = sequence;
        int seenX = x;
        int seenY = y;
        int after = sequence;
        if (before % 2 == 0 && before == after) {
            assert seenX == seenY;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> write(1), "writer");
        Thread reader = new Thread(SeqLockPlainData::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
