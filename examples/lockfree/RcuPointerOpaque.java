import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The program of {@link RcuPointer}, with opaque accesses, which order nothing else.
 *
 * <p>Property: a reader sees a configuration as it was published.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class RcuPointerOpaque {
    static final class Config {
        int low;
        int high;
    }

    static final VarHandle CURRENT = handle(RcuPointerOpaque.class, "current", Config.class);
    static Config current;

    static VarHandle handle(Class<?> owner, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(owner, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void publish(int value) {
        Config config = new Config();
        config.low = value;
        config.high = value + 1;
        CURRENT.setOpaque(config);
    }

    static void read() {
        Config config = (Config) CURRENT.getOpaque();
        if (config != null) {
            assert config.high == config.low + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> { publish(1); publish(2); }, "writer");
        Thread one = new Thread(() -> { read(); read(); }, "one");
        Thread two = new Thread(RcuPointerOpaque::read, "two");
        writer.start();
        one.start();
        two.start();
        writer.join();
        one.join();
        two.join();
    }
}
