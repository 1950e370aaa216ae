import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a CyclicBarrier breaks: interrupt, timeout, failing action, reset; and how it is repaired. */
public class BrokenBarriers {
    static Thread waiter(CyclicBarrier b, String[] result) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                result[0] = "passed " + b.await();
            } catch (InterruptedException e) {
                result[0] = "interrupted";
            } catch (BrokenBarrierException e) {
                result[0] = "broken " + e.getMessage();
            }
        });
        int before = b.getNumberWaiting();
        t.start();
        while (b.getNumberWaiting() == before) {
            Thread.sleep(1);
        }
        return t;
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier b = new CyclicBarrier(3);
        String[] one = new String[1];
        String[] two = new String[1];
        Thread t1 = waiter(b, one);
        Thread t2 = waiter(b, two);
        t1.interrupt();
        t1.join();
        t2.join();
        System.out.println("interrupt: " + one[0] + ", the other " + two[0] + ", broken " + b.isBroken());
        try {
            b.await();
        } catch (BrokenBarrierException e) {
            System.out.println("a broken barrier stays broken: " + e);
        }
        b.reset();
        System.out.println("reset: broken " + b.isBroken() + ", waiting " + b.getNumberWaiting());

        t1 = waiter(b, one);
        try {
            b.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout: " + e.getMessage() + ", broken " + b.isBroken());
        }
        t1.join();
        System.out.println("the other " + one[0]);

        b.reset();
        t1 = waiter(b, one);
        b.reset();
        t1.join();
        System.out.println("reset while one waits: " + one[0] + ", broken " + b.isBroken());

        CyclicBarrier failing = new CyclicBarrier(2, () -> {
            throw new IllegalStateException("action fails");
        });
        t1 = waiter(failing, one);
        try {
            failing.await();
        } catch (IllegalStateException e) {
            System.out.println("last arrival gets: " + e.getMessage());
        }
        t1.join();
        System.out.println("the other " + one[0] + ", broken " + failing.isBroken());

        Thread.currentThread().interrupt();
        CyclicBarrier fresh = new CyclicBarrier(1);
        try {
            fresh.await();
        } catch (InterruptedException e) {
            System.out.println("arriving interrupted breaks it: " + fresh.isBroken());
        }
        b.reset();
        t1 = waiter(b, one);
        t2 = waiter(b, two);
        System.out.println("after the last reset index " + b.await(1, TimeUnit.DAYS));
        t1.join();
        t2.join();
        System.out.println(one[0] + ", " + two[0]);
        try {
            b.await(0, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.out.println("no patience: " + e.getClass().getSimpleName());
        }
    }
}
