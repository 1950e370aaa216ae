import java.lang.reflect.Method;

/**
 * The arguments of a call by reflection are read from an array that others may write.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class InvokeArguments {
    public static Object same(Object value) {
        return value;
    }

    public static void main(String[] args) throws Exception {
        Method method = InvokeArguments.class.getMethod("same", Object.class);
        Object[] arguments = {"first"};
        new Thread(() -> arguments[0] = "second").start();
        assert method.invoke(null, arguments).equals("first");
    }
}
