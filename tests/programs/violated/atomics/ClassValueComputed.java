import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two threads may both compute the value of a class; one of the results is kept, not always that of who came first.
 *
 * <p>Expected: sc violated, jmm violated, race no.
 */
public class ClassValueComputed {
    static final AtomicInteger computed = new AtomicInteger();

    static final ClassValue<Integer> number =
            new ClassValue<>() {
                @Override
                protected Integer computeValue(Class<?> type) {
                    return computed.incrementAndGet();
                }
            };

    public static void main(String[] args) {
        new Thread(() -> number.get(String.class)).start();
        assert number.get(String.class) == 1;
    }
}
