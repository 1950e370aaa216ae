import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A synchronized list, and a loop over it that holds no lock.
 *
 * <p>Expected: violated.
 * <br>Says: exception: java.util.ConcurrentModificationException
 */
public class Guests {
    static final List<String> guests = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) {
        guests.add("Ann");
        guests.add("Bob");
        new Thread(() -> guests.add("Cid")).start();
        for (String guest : guests) {
            System.out.println(guest);
        }
    }
}
