import java.util.concurrent.CountDownLatch;

/** The machine waits for user threads but not for daemons: one waits for ever and the program still ends. */
public class DaemonExit {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        CountDownLatch waiting = new CountDownLatch(1);
        Thread daemon = new Thread(() -> {
            try {
                synchronized (lock) {
                    waiting.countDown();
                    lock.wait();
                }
            } catch (InterruptedException e) {
                System.out.println("must not happen");
            } finally {
                System.out.println("a daemon's finally block does not run at the end of the machine");
            }
        }, "daemon");
        System.out.println("before: daemon " + daemon.isDaemon());
        daemon.setDaemon(true);
        System.out.println("set: daemon " + daemon.isDaemon());
        daemon.start();
        waiting.await();
        try {
            daemon.setDaemon(false);
        } catch (IllegalThreadStateException e) {
            System.out.println("after the start: " + e);
        }
        Thread spinning = new Thread(() -> {
            while (true) {
                Thread.yield();
            }
        });
        spinning.setDaemon(true);
        spinning.start();

        Thread main = Thread.currentThread();
        Thread user = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("user thread goes on after main: main is " + main.getState());
            Thread child = new Thread(() -> System.out.println("and starts another: daemon "
                    + Thread.currentThread().isDaemon()));
            child.start();
        });
        user.start();
        Thread[] inherited = new Thread[1];
        Thread maker = new Thread(() -> inherited[0] = new Thread());
        maker.setDaemon(true);
        maker.start();
        maker.join();
        System.out.println("child of a daemon: daemon " + inherited[0].isDaemon());
        maker.setDaemon(false);
        System.out.println("an ended thread may change it: " + maker.isDaemon());
        System.out.println("main ends, daemon alive " + daemon.isAlive() + ", user alive " + user.isAlive());
    }
}
