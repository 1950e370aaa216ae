import java.lang.invoke.MethodType;

/**
 * A type keeps its descriptor in a plain field, so that threads may make it twice. Which is shown is not looked at.
 *
 * <p>Expected: sc unknown, jmm unknown.
 */
public class DescriptorShown {
    static final MethodType TYPE = MethodType.methodType(int.class, DescriptorShown.class);
    static String a;
    static String b;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            a = TYPE.toMethodDescriptorString();
        });
        Thread second = new Thread(() -> {
            b = TYPE.toMethodDescriptorString();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        assert a == b;
    }
}
