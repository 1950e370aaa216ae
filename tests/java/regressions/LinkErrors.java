// Errors of linking, by class files with a changed name inside: JVMS 5.3.5, 5.4.3. What handlers catch is loaded when the class is
// verified (JVMS 4.10), so that no code of it runs if it is missing.
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

public class LinkErrors {
    public static class OpenA { public int m() { return 1; } }
    public static class LastA { public final int m() { return 2; } }
    public static class SubM extends OpenA { @Override public int m() { return 3; } }
    public static final class EndsA {}
    public static class SubE extends OpenA {}
    public interface FaceA {}
    public static class SubI implements FaceA {}
    public static sealed class SealA permits SealB {}
    public static final class SealB extends SealA {}
    public sealed interface SealI permits SealC {}
    public static final class SealC implements SealI {}
    public static class Gone1 extends RuntimeException {}
    public static class Super extends OpenA {}

    public static class Catches implements Callable<Object> {
        public Object call() {
            try {
                return fail("thrown");
            } catch (Gone1 e) {
                return "caught " + e;
            } finally {
                System.out.println("finally");
            }
        }

        static String fail(String text) {
            throw new IllegalStateException(text);
        }
    }

    public static class Twice implements Callable<Object> {
        public Object call() {
            try {
                try {
                    return Catches.fail("inner");
                } catch (Gone1 e) {
                    return "caught " + e;
                }
            } catch (IllegalStateException e) {
                return "the first one: " + e;
            } catch (NoClassDefFoundError e) {
                return "the error instead: " + e.getMessage();
            }
        }
    }

    // Of its classes, only the loader of the program is asked for; all of them are there.
    public static class Fine implements Callable<Object> {
        public Object call() {
            try {
                Object o = null;
                return o.hashCode();
            } catch (ArithmeticException e) {
                return "no";
            } catch (NullPointerException e) {
                return "a null pointer";
            }
        }
    }

    public static class Members {
        public Gone1 gone() { return null; }
    }

    static class Own extends ClassLoader {
        final Map<String, byte[]> files = new HashMap<>();

        Own() {
            super(LinkErrors.class.getClassLoader());
        }

        // Defines a class itself, with other names inside, of the same lengths.
        Own with(String name, String... names) throws IOException {
            try (var in = LinkErrors.class.getResourceAsStream("/LinkErrors$" + name + ".class")) {
                String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                for (int i = 0; i < names.length; i += 2) text = text.replace(names[i], names[i + 1]);
                files.put("LinkErrors$" + name, text.getBytes(StandardCharsets.ISO_8859_1));
            }
            return this;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            byte[] bytes = files.get(name);
            return bytes == null ? super.loadClass(name, resolve) : defineClass(name, bytes, 0, bytes.length);
        }

        Object make(String name) throws Exception {
            return loadClass("LinkErrors$" + name).getDeclaredConstructor().newInstance();
        }

        Object call(String name) throws Exception {
            return ((Callable<?>) make(name)).call();
        }

        Class<?> again(String name) {
            byte[] bytes = files.get("LinkErrors$" + name);
            return defineClass("LinkErrors$" + name, bytes, 0, bytes.length);
        }
    }

    static void attempt(String what, Callable<Object> body) {
        try {
            System.out.println(what + ": " + show(body.call()));
        } catch (Throwable e) {
            System.out.println(what + ": " + show(e));
            for (Throwable c = e.getCause(); c != null; c = c.getCause()) System.out.println("    by " + show(c));
            Arrays.stream(e.getStackTrace()).filter(f -> f.getClassName().startsWith("LinkErrors$C")).findFirst()
                .ifPresent(f -> System.out.println("    at " + f.getMethodName() + ":" + f.getLineNumber()));
        }
    }

    static String show(Object o) {
        return String.valueOf(o).replaceAll("@[0-9a-f]+", "@…").replaceAll("0x[0-9a-f]+", "0x…");
    }

    public static void main(String[] args) {
        attempt("as written", () -> new Own().with("SubM").make("SubM").toString());
        attempt("final method", () -> new Own().with("SubM", "OpenA", "LastA").make("SubM"));
        attempt("final class", () -> new Own().with("SubE", "OpenA", "EndsA").make("SubE"));
        attempt("class for interface", () -> new Own().with("SubI", "FaceA", "OpenA").make("SubI"));
        attempt("interface for class", () -> new Own().with("SubE", "OpenA", "FaceA").make("SubE"));
        attempt("sealed class", () -> new Own().with("SealA").with("SubE", "OpenA", "SealA").make("SubE"));
        attempt("sealed interface", () -> new Own().with("SealI").with("SubI", "FaceA", "SealI").make("SubI"));
        attempt("sealed elsewhere", () -> new Own().with("SealB").make("SealB"));
        attempt("hidden and sealed", () -> {
            byte[] bytes = new Own().with("SealB").files.get("LinkErrors$SealB");
            return MethodHandles.lookup().defineHiddenClass(bytes, false);
        });
        attempt("superclass", () -> new Own().with("Super", "OpenA", "NoneA").make("Super"));
        attempt("superclass by name", () -> Class.forName("LinkErrors$Super", true, new Own().with("Super", "OpenA", "NoneA")));
        attempt("catch", () -> new Own().with("Catches", "Gone1", "None1").call("Catches"));
        attempt("catch around", () -> new Own().with("Twice", "Gone1", "None1").call("Twice"));
        attempt("catch as written", () -> new Own().with("Catches").call("Catches"));
        attempt("catch by a loader", () -> new Own().with("Fine").call("Fine"));
        attempt("members", () -> new Own().with("Members", "Gone1", "None1").loadClass("LinkErrors$Members").getDeclaredMethods());
        attempt("null", () -> Class.forName("q.Z", false, new ClassLoader(null) {
            @Override
            public Class<?> loadClass(String name) {
                return null;
            }
        }));
        attempt("another", () -> Class.forName("q.Z", false, new ClassLoader(null) {
            @Override
            public Class<?> loadClass(String name) {
                return String.class;
            }
        }));
        attempt("boot loader", () -> Class.forName("q.Z", false, null));
        attempt("array of the boot loader", () -> Class.forName("[Lq.Z;", false, null));
        attempt("class path", () -> Class.forName("q.Z"));
        attempt("array", () -> Class.forName("[Lq.Z;"));
        attempt("slashes", () -> Class.forName("q/Z"));
        attempt("duplicate", () -> {
            Own own = new Own().with("SubE");
            own.make("SubE");
            return own.again("SubE");
        });
        attempt("cast", () -> (SubE) new Own().with("SubE").make("SubE"));
        attempt("cast of arrays", () -> (SubE[]) java.lang.reflect.Array.newInstance(new Own().with("SubE").make("SubE").getClass(), 1));
        attempt("cast to the library", () -> (Integer) new Own().with("SubE").make("SubE"));
    }
}
