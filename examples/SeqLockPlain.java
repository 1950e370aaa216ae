/**
 * A sequence lock of plain variables, which is broken: the reads need not see what was written first, nor in which order.
 *
 * <p>Property: whoever finds the sequence number even and unchanged has read a pair that belongs together.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class SeqLockPlain {
    static int sequence;
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
        Thread reader = new Thread(SeqLockPlain::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
