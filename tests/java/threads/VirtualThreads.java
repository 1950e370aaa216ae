//@ jdk: 21
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads: making, naming and joining them, what is fixed for all of them, many at once. */
public class VirtualThreads {
    static final ThreadLocal<String> LOCAL = ThreadLocal.withInitial(() -> "initial");

    public static void main(String[] args) throws Exception {
        Thread v = Thread.startVirtualThread(() -> {
            Thread me = Thread.currentThread();
            System.out.println("inside: virtual " + me.isVirtual() + ", name '" + me.getName() + "', state "
                    + me.getState());
        });
        v.join();
        System.out.println("outside: " + v.getState() + " alive " + v.isAlive());
        Thread named = Thread.ofVirtual().name("v-", 0).unstarted(() ->
                System.out.println("runs as " + Thread.currentThread().getName()));
        System.out.println(named.getName() + " " + named.getState());
        named.start();
        named.join();
        try {
            named.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("second start: " + e.getClass().getSimpleName());
        }
        System.out.println("daemon " + named.isDaemon() + ", priority " + named.getPriority());
        Thread fixed = Thread.ofVirtual().unstarted(() -> { });
        fixed.setPriority(9);
        fixed.setDaemon(true);
        System.out.println("priority stays " + fixed.getPriority());
        System.out.println("group " + fixed.getThreadGroup().getName());
        try {
            fixed.setDaemon(false);
        } catch (IllegalArgumentException e) {
            System.out.println("not daemon: " + e.getMessage());
        }
        LOCAL.set("main's");
        Thread.startVirtualThread(() -> {
            System.out.println("thread local " + LOCAL.get());
            LOCAL.set("virtual's");
            System.out.println("thread local " + LOCAL.get());
        }).join();
        System.out.println("main keeps " + LOCAL.get());
        Thread failing = Thread.ofVirtual().uncaughtExceptionHandler((t, e) ->
                System.out.println("uncaught " + e.getMessage())).start(() -> {
                    throw new IllegalStateException("in a virtual thread");
                });
        failing.join();

        AtomicInteger sum = new AtomicInteger();
        Thread[] many = new Thread[200];
        for (int i = 0; i < many.length; i++) {
            int n = i;
            many[i] = Thread.ofVirtual().start(() -> {
                try {
                    Thread.sleep(1 + n % 3);
                } catch (InterruptedException e) {
                    return;
                }
                Thread.yield();
                sum.addAndGet(n);
            });
        }
        for (Thread t : many) {
            t.join();
        }
        System.out.println("sum of 200 " + sum);
        Thread nested = Thread.startVirtualThread(() -> {
            try {
                Thread inner = Thread.startVirtualThread(() -> System.out.println("nested virtual thread"));
                inner.join();
                Thread platform = new Thread(() -> System.out.println("platform thread made by a virtual one: daemon "
                        + Thread.currentThread().isDaemon()));
                platform.start();
                platform.join();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        nested.join();
        System.out.println("an ended one: " + nested.getState() + ", trace length " + nested.getStackTrace().length);
    }
}
