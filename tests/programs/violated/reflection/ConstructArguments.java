import java.lang.reflect.Constructor;

/**
 * The arguments of a constructor that is called by reflection are read from an array that others may write.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ConstructArguments {
    final Object first;
    final Object second;

    public ConstructArguments(Object first, Object second) {
        this.first = first;
        this.second = second;
    }

    public static void main(String[] args) throws Exception {
        Constructor<ConstructArguments> constructor =
                ConstructArguments.class.getConstructor(Object.class, Object.class);
        Object[] arguments = {1, 1};
        new Thread(() -> {
            arguments[0] = 2;
            arguments[1] = 2;
        }).start();
        ConstructArguments made = constructor.newInstance(arguments);
        assert !(made.first.equals(1) && made.second.equals(2));
    }
}
