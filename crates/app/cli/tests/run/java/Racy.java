/** What it prints depends on the schedule. */
public class Racy {
    public static void main(String[] args) throws Exception {
        StringBuffer order = new StringBuffer();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            char name = (char) ('a' + i);
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 10; n++) {
                    order.append(name);
                }
            });
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(order);
    }
}
