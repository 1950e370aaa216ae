import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** CountDownLatch: start and end gates, counts that stop at zero, timed and interrupted waits. */
public class CountDownLatches {
    static String text(CountDownLatch l) {
        return l.toString().replaceAll("@[0-9a-f]+", "@ID");
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(5);
        int[] data = new int[5];
        List<Thread> workers = new ArrayList<>();
        int[] published = new int[1];
        for (int i = 0; i < 5; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    return;
                }
                data[id] = published[0] + id;
                end.countDown();
            });
            workers.add(t);
            t.start();
        }
        System.out.println("before: start " + start.getCount() + " end " + end.getCount());
        System.out.println(text(end));
        System.out.println("timed await too early: " + end.await(1, TimeUnit.MILLISECONDS));
        System.out.println("no patience: " + end.await(0, TimeUnit.MILLISECONDS) + " " + end.await(-1, TimeUnit.DAYS));
        published[0] = 100;
        start.countDown();
        end.await();
        for (int i = 0; i < 5; i++) {
            System.out.println("worker " + i + " wrote " + data[i]);
        }
        System.out.println("after: start " + start.getCount() + " end " + end.getCount());
        end.countDown();
        System.out.println("counting below zero stays " + end.getCount());
        end.await();
        System.out.println("an open latch lets through at once: " + end.await(1, TimeUnit.DAYS));
        for (Thread t : workers) {
            t.join();
        }
        CountDownLatch zero = new CountDownLatch(0);
        zero.await();
        System.out.println("zero " + text(zero));
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("negative: " + e.getMessage());
        }
        CountDownLatch never = new CountDownLatch(1);
        Thread blocked = new Thread(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                System.out.println("await interrupted, flag " + Thread.currentThread().isInterrupted());
            }
        });
        blocked.start();
        while (blocked.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println("blocked: " + blocked.getState() + " count " + never.getCount());
        blocked.interrupt();
        blocked.join();
        Thread.currentThread().interrupt();
        try {
            never.await(1, TimeUnit.DAYS);
        } catch (InterruptedException e) {
            System.out.println("flag set before: " + e);
        }
        CountDownLatch several = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            several.countDown();
            System.out.println("count " + several.getCount());
        }
    }
}
