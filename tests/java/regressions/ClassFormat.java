// Class files that are cut off or changed, and the words for what is wrong (JVMS 4.1, 4.8).
import java.util.Arrays;

public class ClassFormat {
    static class Own extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static void attempt(String what, byte[] bytes) {
        for (String name : new String[] {null, "X"}) {
            try {
                System.out.println(what + ", " + name + ": " + new Own().define(name, bytes));
            } catch (LinkageError e) {
                // The version of the class file depends on the compiler.
                System.out.println(what + ", " + name + ": " + e.toString().replaceAll("(version|to) [0-9]+", "$1 N"));
            }
        }
    }

    static byte[] with(byte[] bytes, int at, int... values) {
        byte[] changed = bytes.clone();
        for (int i = 0; i < values.length; i++) changed[at + i] = (byte) values[i];
        return changed;
    }

    public static void main(String[] args) throws Exception {
        byte[] own = ClassFormat.class.getResourceAsStream("ClassFormat.class").readAllBytes();
        for (int length : new int[] {0, 1, 3, 4, 6, 8, 9, 10, 100, own.length / 2, own.length - 1, own.length + 1})
            attempt(length < own.length / 2 ? "" + length : length == own.length / 2 ? "half" : "" + (length - own.length), Arrays.copyOf(own, length));
        attempt("zeros", new byte[3]);
        attempt("four zeros", new byte[4]);
        attempt("eight zeros", new byte[8]);
        attempt("newer", with(own, 7, 99));
        attempt("much newer", with(own, 6, 1, 1));
        attempt("older", with(own, 7, 44));
        attempt("minor", with(own, 5, 3));
        attempt("preview", with(own, 4, 255, 255));
        attempt("old preview", with(own, 4, 255, 255, 0, 60));
        attempt("empty pool", with(own, 8, 0, 0));
        attempt("tag", with(own, 10, 2));
    }
}
