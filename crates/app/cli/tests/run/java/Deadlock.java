public class Deadlock {
    static final Object first = new Object();
    static final Object second = new Object();

    public static void main(String[] args) throws Exception {
        System.out.println("before");
        Thread other = new Thread(() -> {
            synchronized (second) {
                Thread.yield();
                synchronized (first) {
                    System.out.println("unreachable");
                }
            }
        }, "other");
        synchronized (first) {
            other.start();
            Thread.sleep(1);
            synchronized (second) {
                System.out.println("unreachable");
            }
        }
    }
}
