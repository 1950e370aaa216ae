import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.concurrent.Semaphore;

/** Reference objects handed through a queue between threads, by explicit enqueue, so that no collection is needed. */
public class ReferenceQueues {
    public static void main(String[] args) throws Exception {
        ReferenceQueue<String> queue = new ReferenceQueue<>();
        String kept = new String("kept");
        WeakReference<String> weak = new WeakReference<>(kept, queue);
        SoftReference<String> soft = new SoftReference<>(kept, queue);
        PhantomReference<String> phantom = new PhantomReference<>(kept, queue);
        System.out.println("weak " + weak.get() + ", soft " + soft.get() + ", phantom " + phantom.get());
        System.out.println("poll of an empty queue " + queue.poll());
        System.out.println("timed remove " + queue.remove(1));
        System.out.println("refersTo " + weak.refersTo(kept) + " " + phantom.refersTo(kept)
                + " " + weak.refersTo(null));

        System.out.println("enqueue " + weak.enqueue() + ", again " + weak.enqueue());
        System.out.println("enqueue clears " + weak.get());
        System.out.println("poll gives it " + (queue.poll() == weak) + ", then " + queue.poll());

        Semaphore removals = new Semaphore(0);
        Thread remover = new Thread(() -> {
            try {
                for (int i = 0; i < 2; i++) {
                    Object got = queue.remove();
                    System.out.println("removed " + (got == soft ? "soft" : got == phantom ? "phantom" : "other"));
                    removals.release();
                }
                queue.remove();
                System.out.println("must not get here");
            } catch (InterruptedException e) {
                System.out.println("remove interrupted");
            }
        });
        remover.start();
        while (remover.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println("remover waits");
        soft.enqueue();
        removals.acquire();
        phantom.enqueue();
        removals.acquire();
        remover.interrupt();
        remover.join();

        WeakReference<String> noQueue = new WeakReference<>(kept);
        System.out.println("without a queue " + noQueue.enqueue() + ", cleared " + noQueue.get());
        WeakReference<String> cleared = new WeakReference<>(kept, queue);
        cleared.clear();
        System.out.println("clear does not enqueue " + cleared.get() + " " + queue.poll());
        try {
            queue.remove(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("negative: " + e.getMessage());
        }
        System.out.println("kept " + kept);
    }
}
