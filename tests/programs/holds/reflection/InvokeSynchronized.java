import java.lang.reflect.Method;

/**
 * Calls by reflection of what enters a monitor and of what copies, with arguments in arrays that others may write.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class InvokeSynchronized {
    public static synchronized Object same(Object value) {
        return value;
    }

    public static void main(String[] args) throws Exception {
        Method method = InvokeSynchronized.class.getMethod("same", Object.class);
        Method copy = System.class.getMethod("arraycopy", Object.class, int.class, Object.class, int.class, int.class);
        Object[] arguments = {1};
        int[] from = {1, 1}, to = {0, 0};
        Object[] copied = {from, 0, to, 0, 2};
        new Thread(() -> {
            arguments[0] = 2;
            copied[1] = 0;
            from[0] = 2;
            from[1] = 2;
            synchronized (InvokeSynchronized.class) { }
        }).start();
        Object got = method.invoke(null, arguments);
        assert got.equals(1) || got.equals(2);
        copy.invoke(null, copied);
        assert to[0] >= 1 && to[1] >= 1;
    }
}
