import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Thread groups: names, parents, counting and listing live threads, priority limits, interrupting all. */
public class ThreadGroups {
    public static void main(String[] args) throws Exception {
        ThreadGroup mainGroup = Thread.currentThread().getThreadGroup();
        System.out.println("main's group " + mainGroup.getName() + ", its parent " + mainGroup.getParent().getName()
                + ", the root has none " + (mainGroup.getParent().getParent() == null));
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        System.out.println("parent of outer is main's " + (outer.getParent() == mainGroup)
                + ", of inner " + inner.getParent().getName());
        System.out.println("parentOf " + outer.parentOf(inner) + " " + outer.parentOf(outer) + " "
                + inner.parentOf(outer) + " " + mainGroup.parentOf(inner));
        System.out.println("empty: " + outer.activeCount() + " groups " + outer.activeGroupCount());

        CountDownLatch started = new CountDownLatch(3);
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(3);
        Runnable body = () -> {
            started.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        };
        Thread a = new Thread(outer, body, "a");
        Thread b = new Thread(inner, body, "b");
        Thread c = new Thread(inner, body, "c");
        for (Thread t : new Thread[] {a, b, c}) {
            t.start();
        }
        started.await();
        System.out.println("running: outer " + outer.activeCount() + ", inner " + inner.activeCount());
        Thread[] found = new Thread[10];
        int n = outer.enumerate(found);
        System.out.println("outer lists " + names(found, n));
        n = outer.enumerate(found, false);
        System.out.println("without subgroups " + names(found, n));
        n = inner.enumerate(new Thread[1]);
        System.out.println("a short array takes " + n);
        ThreadGroup[] groups = new ThreadGroup[5];
        System.out.println("subgroups " + outer.enumerate(groups) + " " + groups[0].getName());
        System.out.println("a's group " + a.getThreadGroup().getName() + ", b's " + b.getThreadGroup().getName());
        outer.interrupt();
        interrupted.await();
        for (Thread t : new Thread[] {a, b, c}) {
            t.join();
        }
        System.out.println("all interrupted, an ended thread has group " + a.getThreadGroup());
        System.out.println("left " + outer.activeCount());

        System.out.println("greatest priority " + inner.getMaxPriority());
        outer.setMaxPriority(4);
        System.out.println("limited: outer " + outer.getMaxPriority() + " inner " + inner.getMaxPriority());
        Thread limited = new Thread(inner, () -> { });
        System.out.println("new thread gets " + limited.getPriority());
        limited.setPriority(9);
        System.out.println("asked for 9, gets " + limited.getPriority());
        inner.setMaxPriority(8);
        System.out.println("a child cannot exceed its parent: " + inner.getMaxPriority());
        try {
            new ThreadGroup((ThreadGroup) null, "x");
        } catch (NullPointerException e) {
            System.out.println("null parent: NullPointerException");
        }
    }

    static String names(Thread[] ts, int n) {
        String[] names = new String[n];
        for (int i = 0; i < n; i++) {
            names[i] = ts[i].getName();
        }
        Arrays.sort(names);
        return Arrays.toString(names);
    }
}
