/**
 * Races of the class library with itself are not the program's.
 *
 * <p>Expected: sc holds, jmm holds, race no.
 */
public class P53LibraryRaces {
    static final String s = new String(new char[] {'a', 'b'});

    static void first() {
        assert s.hashCode() == 3105;
    }

    static void second() {
        assert s.hashCode() == 3105;
        assert Integer.valueOf(5).equals(5);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P53LibraryRaces::first, "first");
        Thread second = new Thread(P53LibraryRaces::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
