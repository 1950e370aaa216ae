/**
 * Who finds the value of a class in its cache has read it without a lock, and does not know what came before it was put there. Such
 * executions are not looked at.
 *
 * <p>Expected: sc holds, jmm unknown.
 */
public class ValueOfClass {
    static int x;
    static int seen = 1;
    static final ClassValue<Thread> FIRST = new Computed();
    static final ClassValue<Thread> SECOND = new Computed();

    static class Computed extends ClassValue<Thread> {
        @Override
        protected Thread computeValue(Class<?> type) {
            return Thread.currentThread();
        }
    }

    static void look() {
        if (SECOND.get(ValueOfClass.class) != Thread.currentThread()) {
            seen = x;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FIRST.get(ValueOfClass.class);
        Thread first = new Thread(() -> {
            x = 1;
            SECOND.get(ValueOfClass.class);
        });
        Thread second = new Thread(ValueOfClass::look);
        first.start();
        second.start();
        first.join();
        second.join();
        assert seen == 1;
    }
}
