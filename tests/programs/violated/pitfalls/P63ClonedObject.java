/**
 * A clone of an object that others write may be neither the old nor the new one.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class P63ClonedObject implements Cloneable {
    static final P63ClonedObject shared = new P63ClonedObject();
    int x;
    int y;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            shared.x = 1;
            shared.y = 1;
        }, "writer");
        writer.start();
        P63ClonedObject copy = (P63ClonedObject) shared.clone();
        assert copy.x == copy.y;
        writer.join();
    }
}
