/**
 * An object that nobody writes after it was published, by a race: a thread may see what was there before.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class FilledAndRaced {
    static class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Thread publisher = new Thread(() -> box = new Box(3));
        publisher.start();
        Box seen = box;
        if (seen != null) {
            assert seen.value == 3;
        }
        publisher.join();
    }
}
