//@ exit: 7
import java.util.concurrent.CountDownLatch;

/** System.exit from another thread ends the program with status 7 although main and others wait; hooks run. */
public class ExitFromThread {
    static final Thread MAIN = Thread.currentThread();
    static Thread exiting;

    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Object lock = new Object();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook runs in " + Thread.currentThread().getName());
            System.out.println("main alive " + MAIN.isAlive() + ", state " + MAIN.getState());
            System.out.println("the exiting thread is alive " + exiting.isAlive());
        }, "hook"));
        Thread waiting = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("must not be interrupted");
                } finally {
                    System.out.println("must not leave");
                }
            }
        });
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        exiting = new Thread(() -> {
            while (MAIN.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            try {
                System.out.println("exiting");
                System.exit(7);
                System.out.println("must not return");
            } finally {
                System.out.println("must not run finally");
            }
        });
        exiting.start();
        try {
            never.await();
        } finally {
            System.out.println("main must not leave");
        }
    }
}
