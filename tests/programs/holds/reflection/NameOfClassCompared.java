/**
 * Two threads that ask for the name of a class first may get two strings, since Class keeps it without a lock.
 *
 * <p>Expected: sc holds if names of classes are made once, jmm holds if names of classes are made once, race no.
 */
public class NameOfClassCompared {
    static final class Nested {}

    static String first;
    static String second;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> first = Nested.class.getCanonicalName());
        Thread two = new Thread(() -> second = Nested.class.getCanonicalName());
        one.start();
        two.start();
        one.join();
        two.join();
        assert first == second;
    }
}
