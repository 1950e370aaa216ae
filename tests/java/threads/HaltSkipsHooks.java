//@ exit: 3
/** Runtime.halt ends the program with status 3 at once: no hooks, no finally blocks, no waiting for threads. */
public class HaltSkipsHooks {
    public static void main(String[] args) throws Exception {
        Thread hook = new Thread(() -> System.out.println("a hook must not run"));
        Runtime.getRuntime().addShutdownHook(hook);
        Thread user = new Thread(() -> {
            Object lock = new Object();
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("must not be interrupted");
                }
            }
        });
        user.start();
        while (user.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        System.out.println("user thread " + user.getState() + " daemon " + user.isDaemon());
        try {
            System.out.println("halting");
            System.out.flush();
            Runtime.getRuntime().halt(3);
            System.out.println("must not return");
        } finally {
            System.out.println("must not run finally");
        }
    }
}
