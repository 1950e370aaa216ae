/**
 * The priority of a thread may change between two looks.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>With 21: race no.
 */
public class PrioritySet {
    static volatile Thread main;

    public static void main(String[] args) {
        main = Thread.currentThread();
        new Thread(() -> main.setPriority(7)).start();
        assert Thread.currentThread().getPriority() == 5;
    }
}
