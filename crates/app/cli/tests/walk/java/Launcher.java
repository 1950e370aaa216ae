import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * A launcher of tests in the manner of JUnit: methods whose names begin with test are called, what they throw is told, and the exit status tells whether
 * any failed.
 *
 * <p>Expected: violated.
 * <br>Says: exit: main ends the program with status 1
 */
public class Launcher {
    public static class CounterTest {
        private int counter;

        public void testTwoThreads() throws InterruptedException {
            Thread first = new Thread(() -> counter++);
            Thread second = new Thread(() -> counter++);
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
