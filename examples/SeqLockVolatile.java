/**
 * A sequence lock of volatile variables, which is right.
 *
 * <p>Property: whoever finds the sequence number even and unchanged has read a pair that belongs together.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class SeqLockVolatile {
    static volatile int sequence;
    static volatile int x;
    static volatile int y;

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
        Thread reader = new Thread(SeqLockVolatile::read, "reader");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
