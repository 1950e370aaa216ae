import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One thread uses a list through a synchronized view, in one atomic call, the other one without.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class RawBesideSynchronized {
    static final List<Integer> RAW = new ArrayList<>();
    static final List<Integer> VIEW = Collections.synchronizedList(RAW);
    static volatile int first;
    static volatile int second;

    public static void main(String[] args) throws InterruptedException {
        Thread plain = new Thread(() -> {
            int seen = first;
            RAW.add(seen);
            second = 1;
        });
        Thread view = new Thread(() -> VIEW.add(2));
        view.start();
        plain.start();
        view.join();
        plain.join();
        assert RAW.size() == 2;
    }
}
