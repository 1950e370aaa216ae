//@ exit: 1
import java.util.concurrent.CountDownLatch;

/** An exception leaves main while other threads run: they finish their work, then the program ends with status 1. */
public class MainThrows {
    static final CountDownLatch READY = new CountDownLatch(2);

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread first = new Thread(() -> {
            READY.countDown();
            try {
                main.join();
            } catch (InterruptedException e) {
                return;
            }
            for (int i = 0; i < 5; i++) {
                System.out.println("first still works: " + i);
            }
            System.out.println("main is " + main.getState() + " alive " + main.isAlive());
        }, "first");
        Thread second = new Thread(() -> {
            READY.countDown();
            try {
                first.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("second ends last");
        }, "second");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook after all of them")));
        first.start();
        second.start();
        READY.await();
        try {
            System.out.println("main throws");
            throw new IllegalStateException("main fails");
        } finally {
            System.out.println("main's finally block");
        }
    }
}
