import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * The launcher, and a test that passes: methods whose names begin with test are called, what they throw is told, and the exit status tells whether
 * any failed.
 *
 * <p>Expected: holds.
 */
public class LauncherPasses {
    public static class CounterTest {
        private int counter;

        private synchronized void increment() {
            counter++;
        }

        public void testTwoThreads() throws InterruptedException {
            Thread first = new Thread(this::increment);
            Thread second = new Thread(this::increment);
            first.start();
            second.start();
            first.join();
            second.join();
            if (counter != 2) {
                throw new AssertionError("expected 2, was " + counter);
            }
        }

        public void testNothing() {}
    }

    public static void main(String[] args) throws Exception {
        int failed = 0;
        for (Method method : CounterTest.class.getMethods()) {
            if (!method.getName().startsWith("test")) {
                continue;
            }
            try {
                method.invoke(CounterTest.class.getConstructor().newInstance());
                System.out.println("[OK] " + method.getName());
            } catch (InvocationTargetException e) {
                failed++;
                System.out.println("[X] " + method.getName() + ": " + e.getCause());
            }
        }
        System.exit(failed == 0 ? 0 : 1);
    }
}
