// String concatenation of every type, in every position, with constants, nulls and side effects.
public class Concat {
    static int calls;
    static final String CONST = "const";
    static final int NUMBER = 42;

    static int next() { return ++calls; }

    static String s(Object... xs) {
        String r = "";
        for (Object x : xs) r += x + ";";
        return r;
    }

    static class Named {
        final String name;
        Named(String name) { this.name = name; }
        @Override public String toString() { return name == null ? null : "<" + name + ">"; }
    }

    public static void main(String[] args) {
        boolean z = true;
        byte b = -5;
        short sh = 300;
        char c = 'ß';
        int i = -1;
        long l = 1L << 60;
        float f = 1.5f;
        double d = -0.0;
        String str = "str", nul = null;
        Object o = new Named("obj"), onull = null;
        char[] chars = {'q'};
        System.out.println("" + z + b + sh + c + i + l + f + d + str + nul + o + onull);
        System.out.println(z + " " + b + " " + sh + " " + c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + nul + " " + o + " " + onull);
        System.out.println(c + i + "" + c + i);
        System.out.println(1 + 2 + "3" + 4 + 5);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println("" + 1 + 2 + (1 + 2));
        System.out.println(CONST + NUMBER + z + CONST);
        System.out.println("a" + next() + "b" + next() + "c" + next() * 10);
        System.out.println(nul + nul);
        System.out.println(nul + "x" + null);
        System.out.println("[" + new Named(null) + "]");
        String acc = "";
        for (int k = 0; k < 5; k++) acc += k;
        acc += 'x';
        acc += 1.0;
        acc += null;
        acc += 10L;
        acc += true;
        System.out.println(acc);
        String[] arr = {"p", "q"};
        int idx = 0;
        arr[idx++] += "!" + idx;
        System.out.println(arr[0] + arr[1] + idx);
        Object obj = "o";
        obj += "bj" + 1;
        System.out.println(obj);
        System.out.println("unicode \u00e9 " + "\u4e2d" + c + '\u20ac' + "\ud83d\ude00" + '\u0001' + "\u0002" + i);
        System.out.println("tag \u0001 and \u0002 inside " + i + " constants \u0001" + l);
        System.out.println(Integer.MIN_VALUE + "" + Long.MIN_VALUE + Byte.MIN_VALUE + Short.MIN_VALUE + (int) Character.MAX_VALUE);
        System.out.println(Float.NaN + "" + Double.NEGATIVE_INFINITY + Float.MIN_VALUE + Double.MAX_VALUE + 1e7 + 1e-3 + 9999999f);
        Integer boxed = 7;
        Character bc = 'k';
        Long bl = null;
        System.out.println("boxed " + boxed + bc + bl + Boolean.TRUE);
        StringBuilder sb = new StringBuilder("sb");
        System.out.println("with " + sb + " and " + sb.append(1) + " and " + sb);
        System.out.println(s(1, 'a', "x", null, 2.5, 3L));
        System.out.println("many " + i + b + sh + c + l + f + d + z + str + i + b + sh + c + l + f + d + z + str + i + b + sh + c + l + f + d + z + str + i + "end");
        System.out.println(String.valueOf(chars) + chars.length + "" + (chars[0] + 1) + (char) (chars[0] + 1));
        try {
            System.out.println("before " + next() + thrower() + next());
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + calls);
        }
        long l2 = 3;
        String evaluated = "" + (l2 *= 2) + l2++ + ++l2 + (i = 9) + i;
        System.out.println(evaluated);
        System.out.println("" + "" + "");
        System.out.println("" + str == str);
        System.out.println(("" + nul).length());
    }

    static String thrower() { throw new RuntimeException("thrown in concat "); }
}
