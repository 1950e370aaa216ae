// Loops, labels, break and continue, nested conditions.
public class Loops {
    static String trace = "";
    static boolean t(String s, boolean v) { trace += s; return v; }

    public static void main(String[] args) {
        for (int i = 0, j = 10; i < j; i += 2, j--) System.out.print(i + "," + j + " ");
        System.out.println();
        int n = 5;
        while (n-- > 0) {
            if (n == 2) continue;
            System.out.print(n + " ");
        }
        System.out.println(n);
        do {
            n++;
        } while (n < 3);
        System.out.println(n);
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 3) break outer;
                System.out.print(i * 10 + j + " ");
            }
        }
        System.out.println();
        block: {
            if (n == 3) break block;
            System.out.println("skipped");
        }
        int count = 0;
        loop:
        while (true) {
            do {
                count++;
                if (count % 3 == 0) continue loop;
                if (count > 10) break loop;
            } while (true);
        }
        System.out.println(count);
        for (;;) {
            if (++count > 20) break;
        }
        System.out.println(count);
        for (String s : new String[] {"a", "b", "c"}) System.out.print(s);
        for (char c : "xyz".toCharArray()) System.out.print((char) (c - 1));
        for (int x : java.util.List.of(3, 1, 2)) System.out.print(x);
        System.out.println();
        boolean r = t("a", true) || t("b", true) && t("c", false);
        System.out.println(trace + r);
        trace = "";
        r = t("a", false) && t("b", true) || t("c", true);
        System.out.println(trace + r);
        trace = "";
        r = t("a", false) & t("b", true) | t("c", true) ^ t("d", true);
        System.out.println(trace + r);
        trace = "";
        r = !t("a", false) ? t("b", true) ? t("c", false) : t("d", true) : t("e", true);
        System.out.println(trace + r);
        boolean flag = false;
        flag |= true;
        flag &= !flag | true;
        flag ^= true;
        System.out.println(flag);
        if (flag = true) System.out.println("assigned");
        int x = 7;
        System.out.println(x > 5 ? x > 6 ? "big" : "mid" : "small");
        if (x > 10) System.out.println("no");
        else if (x > 6 && x % 2 == 1) System.out.println("odd");
        else System.out.println("else");
        int[] a = {5, 3, 8, 1, 9, 2};
        for (int i = 0; i < a.length; i++)
            for (int j = i + 1; j < a.length; j++)
                if (a[j] < a[i]) {
                    int tmp = a[i];
                    a[i] = a[j];
                    a[j] = tmp;
                }
        for (int v : a) System.out.print(v + " ");
        System.out.println();
        int i = 0;
        a[i++] = a[i] + i++;
        System.out.println(a[0] + " " + i);
        a[i] = i = 4;
        System.out.println(a[2] + " " + i);
        Object o = null;
        System.out.println(o == null ? "null" : "not");
        long big = 0;
        for (long l = 0; l < 1000; l += 7) big += l;
        System.out.println(big);
        for (double d = 0; d < 1; d += 0.25) System.out.print(d + " ");
        for (char c = 'a'; c <= 'e'; c++) System.out.print(c);
        System.out.println();
    }
}
