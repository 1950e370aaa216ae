// Recursion: deep, mutual, with wide arguments, through interfaces, lambdas, reflection and exceptions.
import java.util.*;
import java.util.function.*;

public class DeepRecursion {
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static long wide(long a, double b, int c, long d) { return c == 0 ? a + d + (long) b : wide(a + 1, b * 0.5 + 1, c - 1, d ^ a); }
    static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    interface Node { int sum(); }
    static Node chain(int n) { return n == 0 ? () -> 0 : new Node() { final Node next = chain(n - 1); public int sum() { return n + next.sum(); } }; }
    static int thrown(int n) { try { if (n == 0) throw new RuntimeException("deep"); return thrown(n - 1) + 1; } catch (IllegalStateException e) { return -1; } }
    static void hanoi(int n, char a, char b, char c, StringBuilder out) { if (n == 0) return; hanoi(n - 1, a, c, b, out); out.append(a).append(c).append(' '); hanoi(n - 1, b, a, c, out); }
    static void perm(String done, String rest, List<String> out) { if (rest.isEmpty()) { out.add(done); return; } for (int i = 0; i < rest.length(); i++) perm(done + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1), out); }
    static int collatz(long n, Map<Long, Integer> memo) { if (n == 1) return 0; Integer k = memo.get(n); if (k != null) return k; int r = 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1, memo); memo.put(n, r); return r; }
    static <T> Function<T, T> compose(Function<T, T> f, int n) { return n == 0 ? Function.identity() : f.andThen(compose(f, n - 1)); }
    static int viaReflection(int n) throws Exception { return n == 0 ? 0 : 1 + (int) DeepRecursion.class.getDeclaredMethod("viaReflection", int.class).invoke(null, n - 1); }
    static synchronized int locked(int n) { return n == 0 ? 0 : 1 + locked(n - 1); }
    static String nested(Object o) { return o instanceof List<?> l ? l.stream().map(DeepRecursion::nested).reduce("", String::concat) : "" + o; }

    public static void main(String[] args) throws Exception {
        System.out.println(depth(3000) + " " + even(2000) + " " + odd(1999) + " " + wide(1, 2, 1500, 3));
        System.out.println(ack(2, 6) + " " + fib(18));
        System.out.println(chain(1000).sum());
        try { thrown(1500); } catch (RuntimeException e) { System.out.println(e.getMessage() + " " + (e.getStackTrace().length > 1000)); }
        StringBuilder sb = new StringBuilder();
        hanoi(5, 'a', 'b', 'c', sb);
        System.out.println(sb);
        List<String> perms = new ArrayList<>();
        perm("", "abcd", perms);
        System.out.println(perms);
        Map<Long, Integer> memo = new TreeMap<>();
        int best = 0, at = 0;
        for (int i = 1; i < 1000; i++) { int c = collatz(i, memo); if (c > best) { best = c; at = i; } }
        System.out.println(best + " " + at + " " + memo.size());
        System.out.println(compose((Integer x) -> x + 1, 500).apply(0));
        System.out.println(viaReflection(50) + " " + locked(1000));
        System.out.println(nested(List.of(1, List.of(2, List.of(3, List.of()), 4), 5)));
        UnaryOperator<Integer>[] self = new UnaryOperator[1];
        self[0] = n -> n <= 1 ? 1 : n + self[0].apply(n - 1);
        System.out.println(self[0].apply(800));
        Supplier<Integer> s = () -> 0;
        for (int i = 0; i < 500; i++) { Supplier<Integer> prev = s; s = () -> prev.get() + 1; }
        System.out.println(s.get());
    }
}
