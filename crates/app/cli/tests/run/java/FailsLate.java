/** The main thread fails while another goes on: the status tells it, the other is not cut short. */
public class FailsLate {
    public static void main(String[] args) {
        new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
            System.out.println("still here");
        }).start();
        throw new RuntimeException("main is done");
    }
}
