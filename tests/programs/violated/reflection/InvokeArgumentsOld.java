import java.lang.reflect.Method;

/**
 * The arguments of a call by reflection need not have been written yet.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class InvokeArgumentsOld {
    public static Object same(Object value) {
        return value;
    }

    public static void main(String[] args) throws Exception {
        Method method = InvokeArgumentsOld.class.getMethod("same", Object.class);
        Object[] arguments = {"first"};
        new Thread(() -> arguments[0] = "second").start();
        assert method.invoke(null, arguments).equals("second");
    }
}
