/**
 * A failed assertion is one, whoever is told of it: neither the handler of a thread nor the default one nor that of a group silences it.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 *
 * <p>Says: assertion: java.lang.AssertionError: by group in.
 */
public class AssertionHandled {
    static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> { });
        ThreadGroup quiet = new ThreadGroup("quiet") {
            @Override
            public void uncaughtException(Thread thread, Throwable error) {
            }
        };
        Thread byDefault = new Thread(() -> { assert x == 0 : "by default"; }, "default");
        Thread byThread = new Thread(() -> { assert x == 0 : "by thread"; }, "own");
        byThread.setUncaughtExceptionHandler((thread, error) -> { });
        Thread byGroup = new Thread(quiet, () -> { assert x == 0 : "by group"; }, "grouped");
        x = 1;
        for (Thread thread : new Thread[] {byDefault, byThread, byGroup}) {
            thread.start();
            thread.join();
        }
    }
}
