/** Threads walk along a list of two nodes with hand-over-hand locks and increment each. */
public class FineCounter {
    static final class Node {
        int count;
        Node next;
    }
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Node head = new Node();
        head.next = new Node();
        Thread[] ts = new Thread[n];
        for (int t = 0; t < n; t++) {
            ts[t] = new Thread(() -> {
                synchronized (head) {
                    head.count++;
                }
                Node next = head.next;
                synchronized (next) {
                    next.count++;
                }
            });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        assert head.count == n && head.next.count == n;
    }
}
