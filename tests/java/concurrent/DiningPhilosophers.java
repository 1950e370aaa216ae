import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Five philosophers without deadlock, four ways: ordered forks, a waiter, tryLock with retreat, a monitor. */
public class DiningPhilosophers {
    static final int N = 5;
    static final int MEALS = 20;

    interface Table {
        void eat(int who, Runnable meal);
    }

    static void dine(String name, Table table) throws InterruptedException {
        int[] meals = new int[N];
        AtomicIntegerArray forks = new AtomicIntegerArray(N);
        Thread[] ts = new Thread[N];
        for (int i = 0; i < N; i++) {
            int who = i;
            int right = (i + 1) % N;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < MEALS; k++) {
                    table.eat(who, () -> {
                        boolean mine = forks.incrementAndGet(who) == 1 & forks.incrementAndGet(right) == 1;
                        assert mine : "a neighbour has my fork";
                        meals[who]++;
                        forks.decrementAndGet(who);
                        forks.decrementAndGet(right);
                    });
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(name + ": meals " + Arrays.toString(meals) + ", forks " + forks);
    }

    public static void main(String[] args) throws Exception {
        Object[] monitors = new Object[N];
        ReentrantLock[] locks = new ReentrantLock[N];
        for (int i = 0; i < N; i++) {
            monitors[i] = new Object();
            locks[i] = new ReentrantLock();
        }
        dine("ordered forks", (who, meal) -> {
            int a = Math.min(who, (who + 1) % N);
            int b = Math.max(who, (who + 1) % N);
            synchronized (monitors[a]) {
                synchronized (monitors[b]) {
                    meal.run();
                }
            }
        });
        Semaphore waiter = new Semaphore(N - 1);
        dine("at most four at the table", (who, meal) -> {
            waiter.acquireUninterruptibly();
            synchronized (monitors[who]) {
                synchronized (monitors[(who + 1) % N]) {
                    meal.run();
                }
            }
            waiter.release();
        });
        dine("try and retreat", (who, meal) -> {
            // Taken in order too: without that all could retreat at the same time for ever.
            ReentrantLock first = locks[Math.min(who, (who + 1) % N)];
            ReentrantLock second = locks[Math.max(who, (who + 1) % N)];
            for (boolean done = false; !done; Thread.yield()) {
                first.lock();
                if (second.tryLock()) {
                    meal.run();
                    second.unlock();
                    done = true;
                }
                first.unlock();
            }
        });
        ReentrantLock room = new ReentrantLock();
        Condition changed = room.newCondition();
        boolean[] taken = new boolean[N];
        dine("both forks at once", (who, meal) -> {
            room.lock();
            while (taken[who] || taken[(who + 1) % N]) {
                changed.awaitUninterruptibly();
            }
            taken[who] = taken[(who + 1) % N] = true;
            room.unlock();
            meal.run();
            room.lock();
            taken[who] = taken[(who + 1) % N] = false;
            changed.signalAll();
            room.unlock();
        });
    }
}
