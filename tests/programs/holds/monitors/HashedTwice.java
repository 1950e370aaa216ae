/**
 * Two threads find out the hash code of a string at once, and one of them waits for the other by a loop: it comes to its end.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 * <br>First look: it took a thread that it could not follow for one that waits.
 */
public class HashedTwice {
    static volatile int done;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (HashedTwice.class) {
                "ab".hashCode();
                done = 1;
            }
        }).start();
        while (done == 0) {
            "ab".hashCode();
        }
    }
}
