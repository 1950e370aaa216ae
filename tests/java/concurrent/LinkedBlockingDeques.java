import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/** LinkedBlockingDeque: both ends with a bound, blocking at both ends, two threads that work from opposite ends. */
public class LinkedBlockingDeques {
    public static void main(String[] args) throws Exception {
        LinkedBlockingDeque<Integer> d = new LinkedBlockingDeque<>(4);
        d.putFirst(2);
        d.putLast(3);
        System.out.println("offer " + d.offerFirst(1) + " " + d.offerLast(4) + " full " + d.offerFirst(0) + " "
                + d.offerLast(5) + " " + d);
        for (Runnable r : new Runnable[] {() -> d.addFirst(0), () -> d.addLast(0), () -> d.push(0)}) {
            try {
                r.run();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println("timed " + d.offerFirst(0, 1, TimeUnit.MILLISECONDS) + " "
                + d.offerLast(0, 1, TimeUnit.MILLISECONDS) + " left " + d.remainingCapacity());
        System.out.println("peek " + d.peekFirst() + " " + d.peekLast() + " get " + d.getFirst() + " " + d.getLast());
        System.out.println("take " + d.takeFirst() + " " + d.takeLast() + " pop " + d.pop() + " poll "
                + d.pollLast(1, TimeUnit.DAYS) + " empty " + d.isEmpty());
        System.out.println("timed poll " + d.pollFirst(1, TimeUnit.MILLISECONDS) + " "
                + d.pollLast(1, TimeUnit.MILLISECONDS));
        Thread[] takers = new Thread[2];
        int[] got = new int[2];
        for (int i = 0; i < 2; i++) {
            int id = i;
            takers[i] = new Thread(() -> {
                try {
                    got[id] = id == 0 ? d.takeFirst() : d.takeLast();
                } catch (InterruptedException e) {
                    got[id] = -1;
                }
            });
            takers[i].start();
            while (takers[i].getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        d.put(10);
        takers[0].join();
        System.out.println("the longest waiter got " + got[0]);
        takers[1].interrupt();
        takers[1].join();
        System.out.println("the other was interrupted " + got[1]);

        Thread putter = new Thread(() -> {
            try {
                for (int i = 1; i <= 20; i++) {
                    if (i % 2 == 0) {
                        d.putFirst(i);
                    } else {
                        d.putLast(i);
                    }
                }
                d.putLast(0);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        putter.start();
        int sum = 0;
        int count = 0;
        for (int i = 0; i < 21; i++) {
            int n = i % 3 == 0 ? d.takeLast() : d.takeFirst();
            sum += n;
            count++;
        }
        putter.join();
        System.out.println("taken " + count + " sum " + sum + " left " + d);
        d.addAll(java.util.List.of(1, 2, 3));
        System.out.println("occurrences " + d.removeFirstOccurrence(2) + " " + d.removeLastOccurrence(9) + " " + d);
        StringBuilder s = new StringBuilder();
        d.descendingIterator().forEachRemaining(s::append);
        System.out.println("descending " + s);
    }
}
