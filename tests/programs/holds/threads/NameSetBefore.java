/**
 * A name that was given before the thread was started is seen by everybody, and two names are one or the other.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class NameSetBefore {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            assert Thread.currentThread().getName().equals("first");
            Thread.currentThread().setName("other");
        });
        t.setName("first");
        t.start();
        String name = t.getName();
        assert name.equals("first") || name.equals("other");
        t.join();
        assert t.getName().equals("other");
    }
}
