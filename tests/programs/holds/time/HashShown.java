import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/**
 * So it does of identity hash codes, whoever asks for one: reflection, a method handle, the class library for a hash
 * code or a text of another object, or for the order in which a hash table shows its elements.
 *
 * <p>Expected: sc holds if identity hash codes are those here, jmm holds if identity hash codes are those here.
 *
 * <p>Arguments: directly; reflection; handle; library; text; list; copied; lock; type; order; enum
 */
public class HashShown {
    enum Colour { RED, GREEN }

    static int code;

    public static void main(String[] args) throws InterruptedException {
        Thread asks = new Thread(() -> {
            try {
                code = hash(args[0], new Object());
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        asks.start();
        asks.join();
        assert code != 0;
    }

    static int hash(String way, Object object) throws Throwable {
        switch (way) {
            case "directly":
                return object.hashCode();
            case "reflection":
                return (int) System.class.getMethod("identityHashCode", Object.class).invoke(null, object);
            case "handle":
                MethodType type = MethodType.methodType(int.class);
                MethodHandle handle = MethodHandles.lookup().findVirtual(Object.class, "hashCode", type);
                return (int) handle.invoke(object);
            case "library":
                return Objects.hashCode(object);
            case "text":
                return ("" + object).length();
            case "list":
                return Arrays.asList(object, object).hashCode();
            case "copied":
                return new CopyOnWriteArrayList<>(List.of(object)).hashCode();
            case "type":
                return MethodType.methodType(int.class).hashCode();
            case "lock":
                return new ReentrantLock().toString().length();
            case "order":
                Set<Object> set = new HashSet<>(List.of(object, new Object()));
                return new ArrayList<>(set).get(0) == object ? 1 : 2;
            default:
                return Colour.RED.hashCode();
        }
    }
}
