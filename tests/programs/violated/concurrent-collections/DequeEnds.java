import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The concurrent deque is not linearizable, as Lincheck has shown: 2 is polled as the last although 1 is behind it.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 * <br>Says: assertion: java.lang.AssertionError
 */
public class DequeEnds {
    static Integer peeked;
    static Integer polled;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        Thread first = new Thread(() -> {
            deque.addLast(1);
            peeked = deque.peekFirst();
        });
        Thread second = new Thread(() -> {
            deque.addFirst(2);
            polled = deque.pollLast();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert !(polled == 2 && peeked == 2);
    }
}
