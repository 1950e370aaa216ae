import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

/** PriorityBlockingQueue: smallest first, comparators, growth, blocking takes, several producers. */
public class PriorityBlockingQueues {
    record Job(int priority, String name) implements Comparable<Job> {
        @Override
        public int compareTo(Job o) {
            return Integer.compare(priority, o.priority);
        }
    }

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>(2);
        for (int n : new int[] {5, 1, 4, 2, 3}) {
            q.put(n);
        }
        System.out.println("size " + q.size() + " peek " + q.peek() + " unbounded " + q.remainingCapacity());
        System.out.println("heap order " + q);
        System.out.println("take " + q.take() + " poll " + q.poll() + " " + q.poll(1, TimeUnit.DAYS));
        System.out.println("remove " + q.remove(5) + " " + q.remove((Object) 77) + " contains " + q.contains(4));
        System.out.println("offer never waits " + q.offer(9, 1, TimeUnit.DAYS) + " " + q.add(8));
        List<Integer> drained = new ArrayList<>();
        q.drainTo(drained);
        System.out.println("drained in order " + drained + " then " + q.poll() + " "
                + q.poll(1, TimeUnit.MILLISECONDS));
        PriorityBlockingQueue<String> longest = new PriorityBlockingQueue<>(4,
                Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        longest.addAll(List.of("aa", "b", "cccc", "dd", "eee"));
        StringBuilder s = new StringBuilder();
        while (!longest.isEmpty()) {
            s.append(longest.poll()).append(' ');
        }
        System.out.println("comparator " + s + (longest.comparator() != null));
        try {
            new PriorityBlockingQueue<Object>().addAll(List.of("text", 5));
        } catch (ClassCastException e) {
            System.out.println("not comparable: ClassCastException");
        }
        try {
            q.put(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }

        PriorityBlockingQueue<Job> jobs = new PriorityBlockingQueue<>();
        Thread worker = new Thread(() -> {
            try {
                for (Job j = jobs.take(); j.priority() < 100; j = jobs.take()) {
                    System.out.println("job " + j.name());
                    if (j.name().equals("urgent")) {
                        jobs.put(new Job(5, "added by the worker"));
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        jobs.put(new Job(3, "normal"));
        jobs.put(new Job(9, "late"));
        jobs.put(new Job(1, "urgent"));
        jobs.put(new Job(100, "stop"));
        worker.start();
        worker.join();

        PriorityBlockingQueue<Integer> shared = new PriorityBlockingQueue<>(1);
        Thread[] ts = new Thread[4];
        for (int t = 0; t < ts.length; t++) {
            int id = t;
            ts[t] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    shared.put(i * 4 + id);
                }
            });
            ts[t].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        boolean sorted = true;
        for (int i = 0; i < 200; i++) {
            sorted &= shared.take() == i;
        }
        System.out.println("200 from four threads come sorted " + sorted + " left " + shared.size());
    }
}
