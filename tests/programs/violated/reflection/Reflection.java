import java.lang.reflect.Field;

/**
 * Fields that are read and written by reflection are the program's all the same.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class Reflection {
    static int x;

    static void a() {
        try {
            Field field = Reflection.class.getDeclaredField("x");
            field.setInt(null, field.getInt(null) + 1);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void b() {
        a();
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Reflection::a, "a");
        Thread b = new Thread(Reflection::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert x == 2;
    }
}
