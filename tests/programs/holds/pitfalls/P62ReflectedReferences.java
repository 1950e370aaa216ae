import java.lang.reflect.Field;

/**
 * A field that is written and read by reflection holds what was written.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P62ReflectedReferences {
    static class Cell {
        int x = 7;
    }

    static volatile Object shared;

    public static void main(String[] args) throws Exception {
        Field field = P62ReflectedReferences.class.getDeclaredField("shared");
        Thread writer = new Thread(() -> {
            try {
                field.set(null, new Cell());
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }, "writer");
        writer.start();
        Object seen = field.get(null);
        assert seen == null || ((Cell) seen).x == 7;
        writer.join();
        assert ((Cell) shared).x == 7;
    }
}
