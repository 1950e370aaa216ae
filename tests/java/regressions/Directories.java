// Directories of the class path as resources, and the code source of classes.
import java.net.URL;
import java.security.CodeSource;
import java.util.Collections;
import java.util.concurrent.Callable;

public class Directories {
    static class Inner {}

    static class Own extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    static void attempt(String what, Callable<Object> body) {
        try {
            System.out.println(what + ": " + body.call());
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    // Where the class path lies is of no interest.
    static String show(URL url) {
        if (url == null) return "null";
        String text = url.toString();
        String root = Directories.class.getProtectionDomain().getCodeSource().getLocation().toString();
        return text.startsWith(root) ? url.getProtocol() + " …/" + text.substring(root.length()) : "elsewhere";
    }

    public static void main(String[] args) throws Exception {
        ClassLoader loader = Directories.class.getClassLoader();
        attempt("root", () -> show(Directories.class.getResource("/")));
        attempt("here", () -> show(Directories.class.getResource("")));
        attempt("dot", () -> show(Directories.class.getResource(".")));
        attempt("loader, root", () -> show(loader.getResource("")));
        attempt("loader, slash", () -> show(loader.getResource("/")));
        attempt("file", () -> show(Directories.class.getResource("Directories.class")));
        attempt("none", () -> show(Directories.class.getResource("none/")));
        attempt("all", () -> Collections.list(loader.getResources("")).size());
        attempt("stream", () -> new String(Directories.class.getResourceAsStream("/").readAllBytes()).contains("Directories.class\n"));
        attempt("no stream", () -> Directories.class.getResourceAsStream("/none"));
        attempt("system", () -> ClassLoader.getSystemResourceAsStream("").readAllBytes().length > 0);
        attempt("opened", () -> Directories.class.getResource("/").openStream().readAllBytes().length > 0);

        CodeSource source = Directories.class.getProtectionDomain().getCodeSource();
        attempt("location", () -> source.getLocation().getProtocol() + " " + source.getLocation().getPath().endsWith("/"));
        attempt("certificates", () -> source.getCertificates());
        attempt("same", () -> Directories.class.getProtectionDomain() == Inner.class.getProtectionDomain());
        attempt("loader", () -> Inner.class.getProtectionDomain().getClassLoader() == loader);
        attempt("library", () -> String.class.getProtectionDomain().getCodeSource());
        attempt("array", () -> new Inner[0].getClass().getProtectionDomain().getCodeSource());
        attempt("primitive", () -> int.class.getProtectionDomain().getCodeSource());
        attempt("defined", () -> {
            Class<?> c = new Own().define(Directories.class.getResourceAsStream("Directories$Inner.class").readAllBytes());
            return c.getProtectionDomain().getCodeSource().getLocation() + " " + (c.getProtectionDomain().getClassLoader() instanceof Own);
        });
    }
}
