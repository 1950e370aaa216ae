import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/** ConcurrentLinkedDeque: both ends, stack use, removal in the middle, both iterators, several threads. */
public class LinkedDeques {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<String> d = new ConcurrentLinkedDeque<>();
        System.out.println("empty " + d.pollFirst() + " " + d.pollLast() + " " + d.peekFirst() + " " + d.peekLast());
        d.addFirst("b");
        d.addLast("c");
        d.offerFirst("a");
        d.offerLast("d");
        System.out.println(d + " first " + d.getFirst() + " last " + d.getLast() + " size " + d.size());
        d.push("top");
        System.out.println("push " + d.peek() + " pop " + d.pop() + " element " + d.element());
        d.addAll(List.of("b", "e", "b"));
        System.out.println(d + " first b " + d.removeFirstOccurrence("b") + " last b " + d.removeLastOccurrence("b")
                + " none " + d.removeFirstOccurrence("z") + " " + d);
        System.out.println("removeFirst " + d.removeFirst() + " removeLast " + d.removeLast() + " poll " + d.poll()
                + " " + d);
        d.offerFirst("x");
        StringBuilder down = new StringBuilder();
        for (Iterator<String> it = d.descendingIterator(); it.hasNext(); ) {
            String s = it.next();
            down.append(s);
            if (s.equals("d")) {
                it.remove();
            }
        }
        System.out.println("descending " + down + " left " + d + " contains " + d.contains("x"));
        d.clear();
        for (Runnable r : new Runnable[] {d::removeFirst, d::removeLast, d::getFirst, d::getLast, d::pop, d::element}) {
            try {
                r.run();
                System.out.println("found something");
            } catch (NoSuchElementException e) {
                System.out.print("none ");
            }
        }
        System.out.println();
        try {
            d.addFirst(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }

        ConcurrentLinkedDeque<Integer> shared = new ConcurrentLinkedDeque<>();
        AtomicInteger sum = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        Thread[] ts = new Thread[4];
        for (int t = 0; t < 4; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 1; i <= 100; i++) {
                    if (id % 2 == 0) {
                        shared.addFirst(i);
                    } else {
                        shared.addLast(i);
                    }
                    Integer n = id < 2 ? shared.pollFirst() : shared.pollLast();
                    if (n != null) {
                        sum.addAndGet(n);
                        taken.incrementAndGet();
                    }
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        for (Integer n = shared.poll(); n != null; n = shared.poll()) {
            sum.addAndGet(n);
            taken.incrementAndGet();
        }
        System.out.println("taken " + taken + " sum " + sum + " left " + shared);
    }
}
