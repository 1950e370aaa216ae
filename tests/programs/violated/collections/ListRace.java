import java.util.ArrayList;
import java.util.List;

/**
 * An ArrayList is not made for several threads.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class ListRace {
    static final List<String> list = new ArrayList<>();

    static void a() {
        list.add("a");
    }

    static void b() {
        list.add("b");
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ListRace::a, "a");
        Thread b = new Thread(ListRace::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert list.size() == 2;
    }
}
