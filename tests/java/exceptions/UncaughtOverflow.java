// An uncaught StackOverflowError: the trace stops after 1024 frames.
//@ exit: 1
public class UncaughtOverflow {
    static int depth(int n) { return depth(n + 1) + 1; }

    public static void main(String[] args) {
        System.out.println("going down");
        depth(0);
    }
}
