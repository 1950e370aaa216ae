import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.function.*;
import java.util.stream.BaseStream;

/**
 * What API programs use to tell what they have seen: the same text for the same state on every JVM, whatever the order in which objects
 * were made. So there are no identity hash codes in it, and no names of classes that are made at run time.
 */
final class Api {
    private Api() {}

    /** A program: what its two threads do, and what is left in the end. */
    interface Program {
        String one();

        String two();

        String end();

        /** The thread that will run one(), told before the threads begin. */
        default void first(Thread thread) {}
    }

    /** A call in a lambda. */
    interface Body {
        Object call(Log log) throws Throwable;
    }

    /** The most elements of something lazy that are looked at. */
    private static final int FEW = 6;

    static String show(Object x) {
        if (x == null) {
            return "null";
        }
        if (x instanceof String text) {
            return plain(text);
        }
        if (x instanceof Number || x instanceof Boolean || x instanceof Character) {
            return plain(x.toString());
        }
        if (x instanceof Class<?> c) {
            return plain(c.getName());
        }
        if (x instanceof Thread t) {
            return "thread " + t.getName();
        }
        if (x instanceof ThreadGroup g) {
            return "group " + g.getName();
        }
        if (x instanceof Throwable t) {
            return thrown(t);
        }
        if (x instanceof Buffer b) {
            return b.position() + "," + b.limit() + "," + b.capacity();
        }
        if (x instanceof Iterator<?> i) {
            return iterator(i);
        }
        if (x instanceof Enumeration<?> e) {
            return iterator(e.asIterator());
        }
        if (x instanceof BaseStream<?, ?> s) {
            return iterator(s.iterator());
        }
        if (x instanceof Spliterator<?> s) {
            Log log = new Log();
            for (int n = 0; n < FEW && s.tryAdvance(log); n++) {}
            return "(" + log + ")";
        }
        if (x instanceof StackTraceElement[]) {
            return "trace";
        }
        if (x.getClass().isArray()) {
            return array(x);
        }
        return plain(String.valueOf(x));
    }

    private static String iterator(Iterator<?> i) {
        StringBuilder text = new StringBuilder("(");
        for (int n = 0; n < FEW && i.hasNext(); n++) {
            text.append(show(i.next())).append(' ');
        }
        return text.append(')').toString();
    }

    private static String array(Object x) {
        if (x instanceof Object[] a) {
            StringBuilder text = new StringBuilder("[");
            for (Object element : a) {
                text.append(show(element)).append(' ');
            }
            return text.append(']').toString();
        }
        if (x instanceof int[] a) {
            return Arrays.toString(a);
        }
        if (x instanceof long[] a) {
            return Arrays.toString(a);
        }
        if (x instanceof byte[] a) {
            return Arrays.toString(a);
        }
        if (x instanceof char[] a) {
            return plain(new String(a));
        }
        if (x instanceof double[] a) {
            return Arrays.toString(a);
        }
        if (x instanceof float[] a) {
            return Arrays.toString(a);
        }
        if (x instanceof short[] a) {
            return Arrays.toString(a);
        }
        return Arrays.toString((boolean[]) x);
    }

    static String thrown(Throwable e) {
        while ((e instanceof InvocationTargetException || e instanceof UndeclaredThrowableException) && e.getCause() != null) {
            e = e.getCause();
        }
        String name = e.getClass().getName();
        return "!" + name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '@' || c == '$' || c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    /** Without what differs between runs: the hash code behind an `@`, the rest of the name of a class made for a lambda. */
    static String plain(String text) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '$' && text.startsWith("$$", i)) {
                // The name of the program's class goes, too: it is not the same for all forms of a program.
                while (kept.length() > 0 && Character.isJavaIdentifierPart(kept.charAt(kept.length() - 1))) {
                    kept.setLength(kept.length() - 1);
                }
                kept.append("lambda");
                while (i + 1 < text.length() && text.charAt(i + 1) != '@' && text.charAt(i + 1) > ' ') {
                    i++;
                }
            } else if (c < ' ' || c > '~') {
                kept.append('#').append((int) c).append('#');
            } else {
                kept.append(c);
                while (c == '@' && i + 1 < text.length() && Character.digit(text.charAt(i + 1), 16) >= 0) {
                    i++;
                }
            }
        }
        return kept.toString();
    }

    /** What a callback was given, one after the other. One thread's own. */
    static final class Log implements Consumer<Object>, BiConsumer<Object, Object>, IntConsumer, LongConsumer, DoubleConsumer {
        private final StringBuilder seen = new StringBuilder();

        @Override
        public void accept(Object x) {
            seen.append(show(x)).append(';');
        }

        @Override
        public void accept(Object x, Object y) {
            seen.append(show(x)).append('=').append(show(y)).append(';');
        }

        @Override
        public void accept(int x) {
            seen.append(x).append(';');
        }

        @Override
        public void accept(long x) {
            seen.append(x).append(';');
        }

        @Override
        public void accept(double x) {
            seen.append(x).append(';');
        }

        @Override
        public String toString() {
            return seen.toString();
        }
    }
}
