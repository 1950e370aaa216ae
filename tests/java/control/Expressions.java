// Evaluation order, side effects, conditional expressions and their types, compound assignment, boxing in expressions.
import java.util.*;

public class Expressions {
    static StringBuilder log = new StringBuilder();
    static int e(int v) { log.append(v); return v; }
    static boolean e(boolean v) { log.append(v ? 'T' : 'F'); return v; }
    static Expressions self() { log.append('S'); return null; }
    static int stat;
    int f = 3;
    static int call(int a, int b, int c) { log.append('C'); return a * 100 + b * 10 + c; }
    static void flush(Object r) { System.out.println(log + " = " + r); log.setLength(0); }
    static <T> T same(T t) { return t; }

    public static void main(String[] args) {
        flush(e(1) + e(2) * e(3) - e(4) / e(2));
        flush(call(e(1), e(2), e(3)));
        flush((e(1) + e(2)) * (e(3) + e(4)));
        flush(e(true) || e(false) && e(true));
        flush(e(false) | e(true) & e(false) ^ e(true));
        flush(e(true) ? e(1) : e(2));
        flush(e(false) ? e(1) : e(true) ? e(2) : e(3));
        flush(self().stat = e(5));
        int[] a = {0, 0, 0, 0};
        int i = 0;
        a[i++] = a[i++] = a[i] = e(7) + i;
        flush(Arrays.toString(a) + i);
        i = 5;
        i += (i = 3) + i++ + ++i;
        flush(i);
        i = 5;
        i = i++ * 2 + i;
        flush(i);
        int j = 2;
        j = (j = 3) * j;
        flush(j);
        int k = 10;
        k -= k++ - --k;
        flush(k);
        Object o = true ? 1 : "s";
        flush(o.getClass().getSimpleName());
        o = true ? 1 : 'a';
        flush(o.getClass().getSimpleName());
        o = true ? (byte) 1 : 'a';
        flush(o.getClass().getSimpleName() + o);
        o = true ? null : 0;
        flush(o);
        o = true ? Integer.valueOf(1) : Double.valueOf(2);
        flush(o);
        o = (Object) (true ? Integer.valueOf(1) : (Object) Double.valueOf(2));
        flush(o);
        try { Integer nul = null; int x = e(true) ? nul : 0; flush(x); } catch (NullPointerException ex) { flush("NPE"); }
        char c = 'a';
        c += 1.7;
        c++;
        short s = 10;
        s *= 1.5;
        byte b = (byte) 250;
        b >>= 1;
        long l = 5;
        l <<= 33;
        l += 0.9;
        flush(c + "" + s + b + l);
        Integer boxed = 127, boxed2 = 127, big = 1000, big2 = 1000;
        flush((boxed == boxed2) + " " + (big == big2) + " " + big.equals(big2) + " " + (big <= big2) + " " + (big == 1000));
        boxed++;
        boxed += 2;
        flush(boxed-- + " " + boxed);
        Long lo = 5L;
        flush(lo.equals(5) + " " + lo.equals(5L) + " " + (lo == 5) + " " + new HashSet<>(Arrays.asList(1L, 2L)).contains(1));
        List<Integer> list = new ArrayList<>(List.of(5, 6, 7));
        list.set(0, list.get(0) + list.remove(list.size() - 1));
        flush(list);
        String str = "a";
        str += str += "b" + str;
        flush(str);
        flush(1 + 2 + "x" + 1 + 2 + 'c' + ('c' + 1) + (char) ('c' + 1) + 1.0f + null + true);
        flush((5 & 6) + (5 | 6) + (5 ^ 6) + (~5) + (5 << 2) + (-5 >> 1) + (-5 >>> 30));
        flush(-7 / 2 + " " + -7 % 2 + " " + 7 / -2 + " " + 7 % -2 + " " + -7.5 % 2 + " " + 5 / 2.0 + " " + 5 / 2 * 2.0);
        flush((int) 'a' + (char) 98 + "" + (char) 98 + (byte) 300 + (int) 3.99 + (int) -3.99 + (long) 1e18);
        final int[] count = {0};
        Runnable r = () -> count[0] += e(4);
        r.run();
        r.run();
        flush(count[0]);
        flush(new Expressions().f++ + new Expressions().f);
        Expressions ex = new Expressions();
        flush(ex.f++ + ++ex.f + (ex.f += ex.f -= 2) + ex.f);
        boolean p = false, q = p = true;
        q &= !(p ^= true);
        flush(p + " " + q);
        flush(same(1) + same(2L) + same(3.5) + same("s"));
        int x = 1, y = x++ + x++, w = y-- - --y;
        flush(x + " " + y + " " + w);
        flush(((Object) 1).equals(1) && "ab".equals("a" + "b") ? 'y' : 0);
        flush(0.1 + 0.2 == 0.3 ? "equal" : 0.1f + 0.2f == 0.3f ? "float equal" : "neither");
        flush((Integer.MAX_VALUE + 1 < 0) + " " + (Math.abs(Integer.MIN_VALUE) < 0) + " " + ((byte) 128 == -128) + " " + ('a' == 97) + " " + (10 == 10.0) + " " + (0.0 == -0.0) + " " + (Double.NaN == Double.NaN));
    }
}
