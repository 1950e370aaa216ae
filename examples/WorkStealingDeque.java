import java.util.concurrent.atomic.AtomicInteger;

/**
 * The work-stealing deque of Chase and Lev, with two places and without growth: the owner pushes and pops at the bottom, a thief
 * steals from the top.
 *
 * <p>Property: of two tasks each is done once.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class WorkStealingDeque {
    static final int NONE = 0;
    static final int[] tasks = new int[2];
    static final AtomicInteger top = new AtomicInteger();
    static volatile int bottom;
    static int doneByOwner;
    static int doneByThief;

    /** Called by the owner. */
    static void push(int task) {
        int b = bottom;
        tasks[b] = task;
        bottom = b + 1;
    }

    /** Called by the owner: the youngest task, or NONE. */
    static int pop() {
        int b = bottom - 1;
        bottom = b;
        int t = top.get();
        if (t < b) {
            return tasks[b];
        }
        int task = NONE;
        if (t == b && top.compareAndSet(t, t + 1)) { // the last one: a thief may want it, too
            task = tasks[b];
        }
        bottom = b + 1;
        return task;
    }

    /** Called by a thief: the oldest task, or NONE, also when somebody else was faster. */
    static int steal() {
        int t = top.get();
        int b = bottom;
        if (t >= b) {
            return NONE;
        }
        int task = tasks[t];
        return top.compareAndSet(t, t + 1) ? task : NONE;
    }

    static void own() {
        push(1);
        push(10);
        int first = pop();
        int second = pop();
        doneByOwner = first + second;
    }

    static void thieve() {
        int first = steal();
        int second = steal();
        doneByThief = first + second;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread owner = new Thread(WorkStealingDeque::own, "owner");
        Thread thief = new Thread(WorkStealingDeque::thieve, "thief");
        owner.start();
        thief.start();
        owner.join();
        thief.join();
        assert doneByOwner + doneByThief == 11 : doneByOwner + doneByThief;
    }
}
