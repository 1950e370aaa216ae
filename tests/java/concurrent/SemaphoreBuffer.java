import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A bounded buffer from three semaphores: room, items and a mutex; and a pipeline of such buffers. */
public class SemaphoreBuffer {
    private final Deque<Integer> queue = new ArrayDeque<>();
    private final Semaphore room;
    private final Semaphore items = new Semaphore(0);
    private final Semaphore mutex = new Semaphore(1);

    SemaphoreBuffer(int size) {
        room = new Semaphore(size);
    }

    void put(int n) {
        room.acquireUninterruptibly();
        mutex.acquireUninterruptibly();
        queue.addLast(n);
        mutex.release();
        items.release();
    }

    int take() {
        items.acquireUninterruptibly();
        mutex.acquireUninterruptibly();
        int n = queue.removeFirst();
        mutex.release();
        room.release();
        return n;
    }

    boolean tryPut(int n) throws InterruptedException {
        if (!room.tryAcquire(1, TimeUnit.MILLISECONDS)) {
            return false;
        }
        mutex.acquireUninterruptibly();
        queue.addLast(n);
        mutex.release();
        items.release();
        return true;
    }

    String permits() {
        return "room " + room.availablePermits() + " items " + items.availablePermits() + " mutex "
                + mutex.availablePermits();
    }

    public static void main(String[] args) throws Exception {
        SemaphoreBuffer b = new SemaphoreBuffer(2);
        System.out.println("fresh: " + b.permits());
        b.put(1);
        System.out.println("tryPut " + b.tryPut(2) + ", full " + b.tryPut(3) + ": " + b.permits());
        System.out.println("take " + b.take() + " " + b.take() + ": " + b.permits());

        // Three stages: numbers, squares, sums; each stage is a thread, each arrow a small buffer.
        SemaphoreBuffer numbers = new SemaphoreBuffer(1);
        SemaphoreBuffer squares = new SemaphoreBuffer(3);
        Thread source = new Thread(() -> {
            for (int i = 1; i <= 40; i++) {
                numbers.put(i);
            }
            numbers.put(-1);
        });
        Thread middle = new Thread(() -> {
            for (int n = numbers.take(); n >= 0; n = numbers.take()) {
                squares.put(n * n);
            }
            squares.put(-1);
        });
        source.start();
        middle.start();
        int sum = 0;
        int last = 0;
        for (int n = squares.take(); n >= 0; n = squares.take()) {
            assert n > last : "order is kept";
            last = n;
            sum += n;
            if (n % 25 == 0) {
                System.out.println("passed " + n + ", sum so far " + sum);
            }
        }
        source.join();
        middle.join();
        System.out.println("sum " + sum + ", last " + last);
        System.out.println("numbers: " + numbers.permits());
        System.out.println("squares: " + squares.permits());
    }
}
