/**
 * Who sees that a thread has ended sees what it did (JLS 17.4.4).
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class AliveOrders {
    static int data;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> data = 42);
        thread.start();
        if (!thread.isAlive()) {
            assert data == 42;
        }
    }
}
