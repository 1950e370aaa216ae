import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The last conversion of a method handle is cached in the handle. What a thread does to the cache before its
 * first action belongs to the step in which it is started, also with stubborn sets.
 *
 * <p>Expected: sc violated, jmm violated.
 * <br>Options: --stubborn always
 */
public class HandleCachedBeforeStart {
    static volatile int step, between;

    static final MethodType A = MethodType.methodType(long.class, int.class);
    static final MethodType B = MethodType.methodType(float.class, int.class);

    static int same(int i) {
        return i;
    }

    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(int.class, int.class);
        MethodHandle handle = MethodHandles.lookup().findStatic(HandleCachedBeforeStart.class, "same", type);
        handle.asType(B);
        handle.asType(A);
        Thread twice = new Thread(() -> {
            step = 1;
            MethodHandle first = handle.asType(A);
            step = 2;
            step = 3;
            boolean isSame = handle.asType(A) == first;
            step = 4;
            assert isSame;
        });
        Thread other = new Thread(() -> handle.asType(B));
        twice.start();
        between = 1;
        other.start();
        twice.join();
        other.join();
    }
}
