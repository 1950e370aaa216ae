/**
 * Two threads whose {@code run} is synchronized each lock themselves and then the other.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <p>Says: deadlock
 */
public class SynchronizedRunTwo extends Thread {
    SynchronizedRunTwo other;

    @Override
    public synchronized void run() {
        synchronized (other) {
        }
    }

    public static void main(String[] args) {
        SynchronizedRunTwo a = new SynchronizedRunTwo();
        SynchronizedRunTwo b = new SynchronizedRunTwo();
        a.other = b;
        b.other = a;
        a.start();
        b.start();
    }
}
