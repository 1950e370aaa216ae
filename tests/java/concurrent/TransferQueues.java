import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** LinkedTransferQueue: put without waiting, transfer until taken, tries with and without time, waiting consumers. */
public class TransferQueues {
    static void untilWaiting(Thread t) throws InterruptedException {
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
    }

    static void transfer(LinkedTransferQueue<Integer> q, int n, StringBuffer log) {
        try {
            q.transfer(n);
            log.append("transferred ").append(n);
        } catch (InterruptedException e) {
            log.append("transfer interrupted, element gone ").append(!q.contains(n));
        }
    }

    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();
        System.out.println("tryTransfer without consumer " + q.tryTransfer(1) + " " + q
                + " timed " + q.tryTransfer(1, 1, TimeUnit.MILLISECONDS) + " " + q);
        q.put(1);
        System.out.println("put " + q.offer(2) + " " + q.add(3) + " " + q.offer(4, 1, TimeUnit.DAYS) + " " + q
                + " size " + q.size() + " capacity " + q.remainingCapacity());
        System.out.println("take " + q.take() + " poll " + q.poll() + " peek " + q.peek() + " remove " + q.remove(4)
                + " contains " + q.contains(3));
        System.out.println("poll " + q.poll(1, TimeUnit.DAYS) + " " + q.poll()
                + " " + q.poll(1, TimeUnit.MILLISECONDS));

        int[] got = new int[1];
        Thread consumer = new Thread(() -> {
            try {
                got[0] = q.take();
            } catch (InterruptedException e) {
                got[0] = -1;
            }
        });
        consumer.start();
        while (!q.hasWaitingConsumer()) {
            Thread.sleep(1);
        }
        System.out.println("waiting consumers " + q.getWaitingConsumerCount() + ", tryTransfer " + q.tryTransfer(42));
        consumer.join();
        System.out.println("consumer got " + got[0]);

        StringBuffer log = new StringBuffer();
        Thread transferring = new Thread(() -> transfer(q, 7, log));
        untilWaiting(transferring);
        System.out.println("transfer waits, queue " + q + " log '" + log + "'");
        System.out.println("take " + q.take());
        transferring.join();
        System.out.println(log);
        log.setLength(0);
        Thread interrupted = new Thread(() -> transfer(q, 8, log));
        untilWaiting(interrupted);
        interrupted.interrupt();
        interrupted.join();
        System.out.println(log);
        q.addAll(List.of(1, 2, 3, 4, 5));
        q.removeIf(n -> n % 2 == 0);
        List<Integer> drained = new ArrayList<>();
        System.out.println("drain " + q.drainTo(drained, 2) + " " + drained + " " + q);
        q.clear();

        AtomicInteger sum = new AtomicInteger();
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 4; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                try {
                    for (int i = 1; i <= 50; i++) {
                        if (id == 0) {
                            q.transfer(i);
                        } else if (id == 1) {
                            q.put(i * 1000);
                        } else {
                            sum.addAndGet(q.take());
                        }
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("sum " + sum + " left " + q);
    }
}
