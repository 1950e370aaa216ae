/**
 * A string that is made by a concatenation and published by a race: its fields are final.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 * <br>Today: jmm unknown
 */
public class StringPublished {
    static String published;

    public static void main(String[] args) {
        int number = args.length;
        Thread reads = new Thread(() -> {
            String found = published;
            if (found != null) {
                assert found.length() == 2;
            }
        });
        Thread writes = new Thread(() -> published = "x" + number);
        reads.start();
        writes.start();
    }
}
