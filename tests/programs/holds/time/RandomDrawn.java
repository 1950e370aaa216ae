import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One sequence of random numbers is looked at, and the verdict says so, however they are drawn.
 *
 * <p>Expected: sc holds if random numbers are those drawn here, jmm holds if random numbers are those drawn here.
 *
 * <p>Arguments: directly; reflection; handle; statically; shuffled; set; queue
 */
public class RandomDrawn {
    static int drawn;

    public static void main(String[] args) throws InterruptedException {
        Thread draws = new Thread(() -> drawn = draw(args[0]));
        draws.start();
        draws.join();
        assert drawn < 10;
    }

    static int draw(String way) {
        Set<String> set = Set.of("a", "b");
        switch (way) {
            case "directly":
                return new Random().nextInt(10);
            case "reflection":
                try {
                    return Random.class.getConstructor().newInstance().nextInt(10);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            case "handle":
                try {
                    MethodType type = MethodType.methodType(void.class);
                    MethodHandle handle = MethodHandles.lookup().findConstructor(Random.class, type);
                    return ((Random) handle.invoke()).nextInt(10);
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            case "set":
                StringBuilder text = new StringBuilder();
                set.forEach(text::append);
                return text.charAt(0) - 'a';
            case "queue":
                return new ConcurrentLinkedQueue<>(set).peek().charAt(0) - 'a';
            case "statically":
                return (int) (Math.random() * 10);
            default:
                List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
                Collections.shuffle(list);
                return list.get(0);
        }
    }
}
