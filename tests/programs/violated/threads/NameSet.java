/**
 * The name of a thread may change between two looks.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class NameSet {
    public static void main(String[] args) {
        Thread t = new Thread(() -> Thread.currentThread().setName("other"), "first");
        t.start();
        assert t.getName().equals("first");
    }
}
