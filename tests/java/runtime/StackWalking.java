// StackWalker, Thread stack traces, callers, line numbers of multi-line expressions.
import java.util.*;
import java.util.stream.Collectors;

public class StackWalking {
    static List<String> frames() { return StackWalker.getInstance().walk(s -> s.map(f -> f.getMethodName() + ":" + f.getLineNumber()).collect(Collectors.toList())); }
    static Class<?> caller() { return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }
    static class Other { static Class<?> ask() { return caller(); } static List<String> up() { return frames(); } }
    interface Face { default List<String> viaDefault() { return frames(); } }
    StackWalking() { System.out.println(frames()); }
    { System.out.println("init " + frames().get(1)); }
    static int at(int line) { return new Throwable().getStackTrace()[1].getLineNumber(); }
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }

    public static void main(String[] args) throws Exception {
        System.out.println(frames());
        System.out.println(Other.ask().getSimpleName() + " " + Other.up());
        System.out.println(new Face() {}.viaDefault());
        new StackWalking();
        Runnable r = () -> System.out.println(frames().size());
        r.run();
        System.out.println(StackWalker.getInstance().walk(s -> s.filter(f -> f.getMethodName().equals("main")).findFirst().get()).getClassName());
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(f -> System.out.println(f + " " + f.getFileName() + " " + f.isNativeMethod() + " " + f.getDescriptor() + " " + f.getMethodType() + " " + f.getDeclaringClass()));
        int first = at(0),
            second =
                at(1)
            + at(2);
        System.out.println((second > first) + " " + first);
        try {
            sum(1,
                2,
                Integer.parseInt("three"),
                4);
        } catch (NumberFormatException e) {
            StackTraceElement[] t = e.getStackTrace();
            System.out.println(t[t.length - 1]);
        }
        String s = null;
        try {
            String x = "a"
                + "b".length()
                + s.length()
                + "c";
        } catch (NullPointerException e) {
            System.out.println(e.getStackTrace()[0]);
        }
        try {
            new ArrayList<>(List.of(3, 2)).stream()
                .map(i -> i - 2)
                .map(i ->
                    6 / i)
                .collect(Collectors.toList());
        } catch (ArithmeticException e) {
            System.out.println(e.getStackTrace()[0]);
        }
        StackTraceElement[] mine = Thread.currentThread().getStackTrace();
        System.out.println(mine[0].getMethodName() + " " + mine[1]);
        Thread t = new Thread(() -> System.out.println(Thread.currentThread().getStackTrace()[1].getMethodName() + " " + frames().size()));
        t.start();
        t.join();
        System.out.println(t.getStackTrace().length);
        System.out.println(new Throwable().getStackTrace()[0].getModuleName() + " " + new Throwable().getStackTrace()[0].getClassLoaderName());
        for (StackTraceElement e : depth(3)) System.out.print(e.getMethodName() + e.getLineNumber() + " ");
        System.out.println();
    }
    static StackTraceElement[] depth(int n) { return n == 0 ? new Exception().getStackTrace() : depth(n - 1); }
}
