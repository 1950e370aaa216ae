/** An uncaught exception ends its thread only: a trace goes to standard error and the program ends with status 0. */
public class UncaughtToStandardError {
    static int progress;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                progress = 1;
                throw new IllegalArgumentException("not caught by anyone");
            }
        }, "worker");
        t.start();
        t.join();
        System.out.println("progress " + progress + ", worker " + t.getState());
        synchronized (lock) {
            System.out.println("the monitor was released");
        }
        Thread nested = new Thread(() -> {
            try {
                int[] a = new int[2];
                a[2] = 1;
            } catch (ArrayIndexOutOfBoundsException e) {
                throw new IllegalStateException("wrapped", e);
            } finally {
                System.out.println("finally runs first");
            }
        }, "with a cause");
        nested.start();
        nested.join();
        System.out.println("second worker " + nested.getState());
        for (int i = 0; i < 3; i++) {
            int n = i;
            Thread many = new Thread(() -> {
                Object o = n == 1 ? "text" : Integer.valueOf(n);
                Integer cast = (Integer) o;
                System.out.println("cast " + cast + " divided " + 10 / cast);
            }, "many-" + i);
            many.start();
            many.join();
            System.out.println(many.getName() + " " + many.getState());
        }
        System.out.println("main ends normally");
    }
}
