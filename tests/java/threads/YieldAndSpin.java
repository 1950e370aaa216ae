import java.util.concurrent.atomic.AtomicInteger;

/** Thread.yield and Thread.onSpinWait have no effect but to let others run; spinning on volatile data ends. */
public class YieldAndSpin {
    static volatile int turn;
    static volatile boolean go;
    static int plain;

    static void spinUntil(int wanted, boolean yielding) {
        while (turn != wanted) {
            if (yielding) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread.yield();
        Thread.onSpinWait();
        System.out.println("alone: both return");
        StringBuilder log = new StringBuilder();
        Thread[] ts = new Thread[3];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int round = 0; round < 4; round++) {
                    spinUntil(round * 3 + id, id % 2 == 0);
                    // Only one thread at a time is here, and the volatile turn orders the plain data.
                    log.append(id).append(id == 2 ? "\n" : " ");
                    plain = plain * 2 + id;
                    turn++;
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.print(log);
        System.out.println("turn " + turn + " plain " + plain);

        AtomicInteger ready = new AtomicInteger();
        AtomicInteger passed = new AtomicInteger();
        Thread[] gate = new Thread[4];
        for (int i = 0; i < gate.length; i++) {
            gate[i] = new Thread(() -> {
                ready.incrementAndGet();
                while (!go) {
                    Thread.onSpinWait();
                }
                passed.incrementAndGet();
            });
            gate[i].start();
        }
        while (ready.get() < gate.length) {
            Thread.yield();
        }
        System.out.println("ready " + ready + " passed " + passed);
        go = true;
        for (Thread t : gate) {
            t.join();
        }
        System.out.println("passed " + passed);
        Thread.currentThread().interrupt();
        Thread.yield();
        Thread.onSpinWait();
        System.out.println("both leave the interrupt flag alone: " + Thread.interrupted());
        System.out.println("processors > 0: " + (Runtime.getRuntime().availableProcessors() > 0));
        System.out.println("memory figures are sane: " + (Runtime.getRuntime().maxMemory() > 0)
                + " " + (Runtime.getRuntime().totalMemory() >= Runtime.getRuntime().freeMemory()));
    }
}
