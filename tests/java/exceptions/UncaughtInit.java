// The main class itself fails to initialise.
//@ exit: 1
public class UncaughtInit {
    static int limit = Integer.parseInt("7");
    static int[] table = new int[limit];
    static {
        System.out.println("initialising");
        for (int i = 0; i <= limit; i++) table[i] = i;
    }

    public static void main(String[] args) {
        System.out.println("never");
    }
}
