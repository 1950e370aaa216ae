// An exception nobody catches: trace on stderr, status 1, output before it stays.
//@ exit: 1
public class Uncaught {
    static void thrower(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("out of luck");
        }
        thrower(depth - 1);
    }

    public static void main(String[] args) {
        System.out.println("before");
        thrower(3);
        System.out.println("never printed");
    }
}
