import java.util.ArrayList;
import java.util.List;

/**
 * An element is added to a list that somebody walks along.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 * <br>Says: java.util.ConcurrentModificationException
 */
public class ListIterated {
    static final List<String> list = new ArrayList<>(List.of("x", "y"));

    static void a() {
        list.add("a");
    }

    static void b() {
        for (String each : list) {
            each.length();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ListIterated::a, "a");
        Thread b = new Thread(ListIterated::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
