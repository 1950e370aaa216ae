import java.util.concurrent.CountDownLatch;

/** join with a timeout gives up while the thread lives, and returns at once when it has ended. */
public class JoinTimeouts {
    public static void main(String[] args) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        int[] result = new int[1];
        Thread t = new Thread(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return;
            }
            result[0] = 7;
        });
        t.start();
        t.join(1);
        System.out.println("gave up after 1 ms: alive " + t.isAlive());
        t.join(0, 1);
        System.out.println("gave up after 1 ns: alive " + t.isAlive());
        t.join(2, 500_000);
        System.out.println("gave up after 2.5 ms: alive " + t.isAlive() + ", result " + result[0]);
        gate.countDown();
        t.join(10_000_000);
        System.out.println("joined long before the limit: alive " + t.isAlive() + ", result " + result[0]);

        // join() uses the thread object as its monitor in some releases; the observable part is only this.
        Thread first = new Thread(() -> result[0]++);
        Thread[] chain = new Thread[5];
        for (int i = 0; i < chain.length; i++) {
            Thread before = i == 0 ? first : chain[i - 1];
            chain[i] = new Thread(() -> {
                try {
                    before.join();
                } catch (InterruptedException e) {
                    return;
                }
                result[0] *= 2;
                System.out.println(Thread.currentThread().getName() + " after " + before.getName());
            }, "link-" + i);
        }
        first.setName("first");
        first.start();
        for (Thread link : chain) {
            // A thread that is not started yet counts as not alive: start in order, so that join really waits.
            link.start();
        }
        chain[4].join();
        System.out.println("result " + result[0]);

        Thread[] several = new Thread[3];
        int[] joined = new int[3];
        CountDownLatch open = new CountDownLatch(1);
        Thread target = new Thread(() -> {
            try {
                open.await();
            } catch (InterruptedException e) {
                return;
            }
            result[0] = 1000;
        });
        target.start();
        for (int i = 0; i < 3; i++) {
            int id = i;
            several[i] = new Thread(() -> {
                try {
                    target.join();
                    joined[id] = result[0];
                } catch (InterruptedException e) {
                    joined[id] = -1;
                }
            });
            several[i].start();
        }
        open.countDown();
        for (int i = 0; i < 3; i++) {
            several[i].join();
            System.out.println("joiner " + i + " saw " + joined[i]);
        }
        Thread self = new Thread(() -> {
            try {
                Thread.currentThread().join(1);
                System.out.println("a thread that joins itself waits for the limit");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        self.start();
        self.join();
    }
}
