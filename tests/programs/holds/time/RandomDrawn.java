import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One sequence of random numbers is looked at, and the verdict says so, however they are drawn.
 *
 * <p>Expected: sc holds if random numbers are those drawn here, jmm holds if random numbers are those drawn here.
 *
 * <p>Arguments: directly; reflection; statically; shuffled
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
        switch (way) {
            case "directly":
                return new Random().nextInt(10);
            case "reflection":
                try {
                    return Random.class.getConstructor().newInstance().nextInt(10);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            case "statically":
                return (int) (Math.random() * 10);
            default:
                List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
                Collections.shuffle(list);
                return list.get(0);
        }
    }
}
