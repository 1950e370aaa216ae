/** The initialiser of the main class fails: main must not catch it, although its first instruction is in a try. */
public class InitFails {
    static int x = Integer.parseInt("none");

    public static void main(String[] args) {
        try {
            System.out.println(x);
        } catch (Throwable t) {
            System.out.println("caught " + t);
        }
    }
}
