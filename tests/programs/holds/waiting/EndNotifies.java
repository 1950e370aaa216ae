/**
 * A thread that ends notifies who waits on it, after all it did.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class EndNotifies {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> data = 1);
        synchronized (t) {
            t.start();
            t.wait();
        }
        assert data == 1;
        assert !t.isAlive();
    }
}
