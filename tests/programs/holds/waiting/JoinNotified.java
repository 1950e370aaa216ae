/**
 * Who joins a thread goes on only when it has ended, whoever notifies it.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class JoinNotified {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> data = 1);
        t.start();
        new Thread(() -> {
            synchronized (t) {
                t.notifyAll();
            }
        }).start();
        t.join();
        assert !t.isAlive() && data == 1;
    }
}
