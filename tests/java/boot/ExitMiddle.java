// System.exit ends the program from the middle of a call, past finally blocks.
//@ exit: 7
public class ExitMiddle {
    static void deep(int n) {
        if (n == 0) {
            System.out.println("leaving");
            System.exit(7);
            System.out.println("never printed");
        }
        try {
            deep(n - 1);
        } finally {
            System.out.println("no finally after exit");
        }
    }

    public static void main(String[] args) {
        System.out.println("start");
        System.err.println("to stderr");
        deep(5);
        System.out.println("never printed");
    }
}
