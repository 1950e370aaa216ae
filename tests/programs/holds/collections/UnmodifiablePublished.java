import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A list is published by a race, wrapped by one that keeps it in a final field: whoever sees the wrapper sees the list as it was then (JLS 17.5).
 * The class is the library's: its final fields are frozen as those of the program are.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class UnmodifiablePublished {
    static List<Integer> published;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            List<Integer> list = new ArrayList<>();
            list.add(1);
            published = Collections.unmodifiableList(list);
        });
        writer.start();
        List<Integer> seen = published;
        if (seen != null) {
            assert seen.get(0) == 1;
        }
        writer.join();
    }
}
