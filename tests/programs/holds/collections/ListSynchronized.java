import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A synchronized list is.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class ListSynchronized {
    static final List<String> list = Collections.synchronizedList(new ArrayList<>());

    static void a() {
        list.add("a");
    }

    static void b() {
        list.add("b");
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(ListSynchronized::a, "a");
        Thread b = new Thread(ListSynchronized::b, "b");
        a.start();
        b.start();
        a.join();
        b.join();
        assert list.size() == 2;
    }
}
