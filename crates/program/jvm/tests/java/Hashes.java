/** Prints identity hash codes. */
public class Hashes {
    enum Colour { RED, GREEN }

    public static void main(String[] args) {
        Object kept = new Object();
        for (int i = 0; i < 2000; i++) {
            Object[] garbage = new Object[i % 9];
            if (i % 100 == 0) {
                System.out.println(new Object().hashCode() + " " + garbage.length);
            }
        }
        System.out.println(kept.hashCode() + " " + Colour.GREEN.hashCode() + " " + new Object());
    }
}
