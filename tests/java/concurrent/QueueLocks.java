import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/** Locks written by hand: Lamport's bakery, test-and-set, ticket and CLH queue. */
public class QueueLocks {
    interface Mutex {
        void lock(int me);

        void unlock(int me);
    }

    static Mutex of(java.util.function.IntConsumer lock, java.util.function.IntConsumer unlock) {
        return new Mutex() {
            @Override
            public void lock(int me) {
                lock.accept(me);
            }

            @Override
            public void unlock(int me) {
                unlock.accept(me);
            }
        };
    }

    static void bakery(int me, AtomicIntegerArray choosing, AtomicIntegerArray ticket) {
        choosing.set(me, 1);
        ticket.set(me, 1 + Math.max(ticket.get(0), Math.max(ticket.get(1), ticket.get(2))));
        choosing.set(me, 0);
        for (int other = 0; other < 3; other++) {
            while (choosing.get(other) == 1) {
                Thread.yield();
            }
            for (int t = ticket.get(other); t != 0 && (t < ticket.get(me) || t == ticket.get(me) && other < me);
                    t = ticket.get(other)) {
                Thread.yield();
            }
        }
    }

    static void spin(java.util.function.BooleanSupplier until) {
        while (!until.getAsBoolean()) {
            Thread.yield();
        }
    }

    static void run(String name, Mutex m) throws InterruptedException {
        int[] state = new int[3];
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int me = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 60; k++) {
                    m.lock(me);
                    state[0]++;
                    state[2] = Math.max(state[2], ++state[1]);
                    state[1]--;
                    m.unlock(me);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(name + ": counter " + state[0] + ", inside now " + state[1] + ", most " + state[2]);
    }

    public static void main(String[] args) throws Exception {
        AtomicIntegerArray choosing = new AtomicIntegerArray(3);
        AtomicIntegerArray ticket = new AtomicIntegerArray(3);
        run("bakery", of(me -> bakery(me, choosing, ticket), me -> ticket.set(me, 0)));
        AtomicBoolean held = new AtomicBoolean();
        run("test and set", of(me -> spin(() -> !held.getAndSet(true)), me -> held.set(false)));
        AtomicInteger next = new AtomicInteger();
        AtomicInteger serving = new AtomicInteger();
        run("ticket", of(me -> {
            int mine = next.getAndIncrement();
            spin(() -> serving.get() == mine);
        }, me -> serving.incrementAndGet()));
        System.out.println("tickets " + next + " served " + serving);
        AtomicReference<AtomicBoolean> tail = new AtomicReference<>(new AtomicBoolean(false));
        ThreadLocal<AtomicBoolean> node = new ThreadLocal<>();
        run("CLH", of(me -> {
            node.set(new AtomicBoolean(true));
            AtomicBoolean before = tail.getAndSet(node.get());
            spin(() -> !before.get());
        }, me -> node.get().set(false)));
        System.out.println("the last node is free " + !tail.get().get());
    }
}
