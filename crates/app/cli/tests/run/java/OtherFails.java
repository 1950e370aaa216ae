/** A thread other than main fails: the status stays 0. */
public class OtherFails {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { throw new IllegalArgumentException("other"); }, "worker");
        t.start();
        t.join();
        System.out.println("joined");
    }
}
