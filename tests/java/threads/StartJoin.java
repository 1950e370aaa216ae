/** The life of a thread: new, started once, running, ended; what join and isAlive say at each point. */
public class StartJoin {
    static int written;
    static Thread.State seenInside;
    static boolean aliveInside;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            written = 42;
            seenInside = Thread.currentThread().getState();
            aliveInside = Thread.currentThread().isAlive();
        });
        System.out.println("before start: " + t.getState() + " alive=" + t.isAlive());
        t.join();
        System.out.println("join of a new thread returns at once: " + t.getState());
        t.start();
        t.join();
        System.out.println("after join: " + t.getState() + " alive=" + t.isAlive());
        System.out.println("written=" + written + " inside=" + seenInside + " alive=" + aliveInside);
        try {
            t.start();
            System.out.println("started twice");
        } catch (IllegalThreadStateException e) {
            System.out.println("second start: " + e);
        }
        t.join();
        t.join(1);
        t.join(1, 1);
        System.out.println("join of an ended thread returns at once");
        for (long bad : new long[] {-1, Long.MIN_VALUE}) {
            try {
                t.join(bad);
                System.out.println("join(" + bad + ") returned");
            } catch (IllegalArgumentException e) {
                System.out.println("join(" + bad + "): " + e.getMessage());
            }
        }
        try {
            t.join(1, 1_000_000);
        } catch (IllegalArgumentException e) {
            System.out.println("join(1, 1000000): " + e.getMessage());
        }
        Thread nothing = new Thread();
        nothing.start();
        nothing.join();
        System.out.println("a thread without a task: " + nothing.getState());
        Thread direct = new Thread(() -> System.out.println("run() called in " + Thread.currentThread().getName()));
        direct.run();
        System.out.println("calling run() starts nothing: " + direct.getState());
        System.out.println("main: " + Thread.currentThread().getState() + " " + Thread.currentThread().isAlive());
    }
}
