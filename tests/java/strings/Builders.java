// StringBuilder and StringBuffer: append, insert, delete, replace, reverse, capacity, and Latin-1 growing into UTF-16.
import java.util.StringJoiner;

public class Builders {
    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder();
        sb.append(1).append('c').append("str").append(2L).append(1.5f).append(-0.5).append(true).append((Object) null).append((String) null).append(new char[] {'x', 'y'}).append("hello", 1, 3);
        System.out.println(sb + " " + sb.length());
        sb.setLength(0);
        System.out.println("[" + sb + "] " + sb.isEmpty());
        sb.append("0123456789");
        System.out.println(sb.insert(5, "abc") + " " + sb.insert(0, 42) + " " + sb.insert(sb.length(), 'z') + " " + sb.insert(1, 1.5) + " " + sb.insert(2, true));
        System.out.println(sb.delete(0, 6) + " " + sb.deleteCharAt(0) + " " + sb.replace(2, 5, "REPLACED"));
        System.out.println(sb.reverse() + " " + sb.indexOf("A") + " " + sb.lastIndexOf("E") + " " + sb.charAt(3) + " " + sb.substring(4) + " " + sb.substring(2, 5));
        sb.setCharAt(0, '#');
        System.out.println(sb + " " + sb.chars().filter(c -> c == 'E').count());
        StringBuilder latin = new StringBuilder("caf");
        latin.append('é');
        System.out.println(latin + " " + latin.length());
        latin.append('中').append("\ud83d\ude00");
        System.out.println(latin + " " + latin.length() + " " + latin.codePointCount(0, latin.length()) + " " + latin.codePointAt(5));
        System.out.println(latin.reverse());
        latin.setCharAt(0, 'x');
        latin.insert(2, '€');
        System.out.println(latin);
        latin.setLength(2);
        System.out.println(latin.length() + " " + (int) latin.charAt(1));
        latin.setLength(4);
        System.out.println((int) latin.charAt(3) + " " + latin.length());
        latin.appendCodePoint(0x1F600).appendCodePoint('a');
        System.out.println(latin.length());
        StringBuilder cap = new StringBuilder();
        System.out.println(cap.capacity() + " " + new StringBuilder(5).capacity() + " " + new StringBuilder("abc").capacity());
        for (int i = 0; i < 17; i++) cap.append('x');
        System.out.println(cap.capacity());
        cap.ensureCapacity(100);
        cap.trimToSize();
        System.out.println(cap.capacity() + " " + cap.length());
        System.out.println(new StringBuilder("a").compareTo(new StringBuilder("b")) + " " + new StringBuilder("a").equals(new StringBuilder("a")));
        StringBuffer buf = new StringBuffer("buffer");
        buf.append(1).insert(0, "x").reverse().append(new StringBuilder("sb"));
        System.out.println(buf + " " + buf.length());
        char[] dst = new char[4];
        sb.getChars(1, 4, dst, 1);
        System.out.println((int) dst[0] + " " + dst[1] + dst[2] + dst[3]);
        Runnable[] bad = {() -> new StringBuilder("abc").charAt(3), () -> new StringBuilder("abc").insert(4, "x"), () -> new StringBuilder("abc").deleteCharAt(3),
            () -> new StringBuilder("abc").delete(2, 1), () -> new StringBuilder("abc").setLength(-1), () -> new StringBuilder("abc").substring(2, 5), () -> new StringBuilder(-1)};
        for (Runnable r : bad) {
            try {
                r.run();
                System.out.println("no exception");
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        StringJoiner j = new StringJoiner(", ", "{", "}");
        j.setEmptyValue("EMPTY");
        System.out.println(j + " " + j.add("a").add("b") + " " + j.length() + " " + j.merge(new StringJoiner("-").add("c").add("d")));
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 500; i++) big.append(i).append(i % 2 == 0 ? "," : ";");
        System.out.println(big.length() + " " + big.toString().hashCode() + " " + big.reverse().toString().hashCode());
        System.out.println(String.valueOf(new StringBuilder("x").append(sb, 0, 3)) + new StringBuilder().append(new char[] {'1', '2', '3'}, 1, 2));
        CharSequence cs = new StringBuilder("charseq");
        System.out.println(cs.subSequence(4, 7) + " " + CharSequence.compare("a", "b") + " " + cs.chars().max().getAsInt());
        StringBuilder self = new StringBuilder("ab");
        self.append(self).append(self);
        System.out.println(self);
    }
}
