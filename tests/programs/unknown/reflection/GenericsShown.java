import java.lang.reflect.Type;
import java.util.ArrayList;

/**
 * What reflection finds out of a class threads may find out twice. Which is shown is not looked at.
 *
 * <p>Expected: sc unknown, jmm unknown.
 */
public class GenericsShown {
    static Type a;
    static Type b;

    static class Names extends ArrayList<String> {}

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            a = Names.class.getGenericSuperclass();
        });
        Thread second = new Thread(() -> {
            b = Names.class.getGenericSuperclass();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert a == b;
    }
}
