import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The loop is over a copy.
 *
 * <p>Expected: holds.
 */
public class GuestsCopied {
    static final List<String> guests = new CopyOnWriteArrayList<>();

    public static void main(String[] args) {
        guests.add("Ann");
        guests.add("Bob");
        new Thread(() -> guests.add("Cid")).start();
        for (String guest : guests) {
            System.out.println(guest);
        }
    }
}
