import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Two threads use a method handle that has an argument of its own. Method handles are immutable, whatever the threads race for; what is cached of them is
 * not half made.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class HandlesInvoked {
    static final StringBuffer BUFFER = new StringBuffer();
    static final MethodHandle HANDLE = of();
    static int raced;

    static MethodHandle of() {
        try {
            MethodType type = MethodType.methodType(StringBuffer.class, char.class);
            MethodHandle append = MethodHandles.lookup().findVirtual(StringBuffer.class, "append", type);
            return MethodHandles.insertArguments(append, 0, BUFFER);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void use() {
        raced = 1;
        try {
            Object ignored = HANDLE.invoke('a');
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(HandlesInvoked::use);
        other.start();
        use();
        other.join();
        assert BUFFER.length() == 2;
    }
}
