import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;

/**
 * A hidden class of the program's nest is no lambda: what its instances hold may change.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class HiddenWritten {
    public static class Cell implements Runnable {
        int held;

        @Override
        public void run() {
            held = 1;
        }

        @Override
        public String toString() {
            return held == 0 ? "empty" : "full";
        }
    }

    public static void main(String[] args) throws Throwable {
        byte[] bytes;
        try (InputStream file = HiddenWritten.class.getResourceAsStream("HiddenWritten$Cell.class")) {
            bytes = file.readAllBytes();
        }
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true, ClassOption.NESTMATE).lookupClass();
        Object cell = hidden.getDeclaredConstructor().newInstance();
        new Thread((Runnable) cell).start();
        assert cell.toString().equals("empty");
    }
}
