package thinair;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs programs several times each, every time with fresh classes, and prints a line for every run: the class, a colon,
 * and what was observed. A failure is written `Thread1!AssertionError`, a run that does not end in time `hangs`.
 */
public final class Runner {
    /** Much more than a run takes: on a busy machine a program that ends is not to pass for one that hangs. */
    private static final long MILLISECONDS = 60_000;

    private Runner() {}

    /** Folder of the classes, number of runs, names of the classes. */
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, failure) -> Thinair.add(thread.getName() + "!" + failure.getClass().getSimpleName()));
        URL[] folder = {Path.of(args[0]).toUri().toURL()};
        for (int i = 2; i < args.length; i++) {
            for (int run = 0; run < Integer.parseInt(args[1]); run++) {
                List<String> seen = run(folder, args[i]);
                out.println(args[i] + ": " + (seen == null ? "hangs" : String.join(" ", seen)));
                if (seen == null) {
                    break;
                }
            }
        }
        out.flush();
        System.exit(0);
    }

    private static List<String> run(URL[] folder, String name) throws Exception {
        List<String> seen = new ArrayList<>();
        Thread main = new Thread("main") {
            @Override
            public void run() {
                Thinair.begin(seen);
                try (URLClassLoader loader = new URLClassLoader(folder)) {
                    Method method = Class.forName(name, true, loader).getMethod("main", String[].class);
                    method.invoke(null, (Object) new String[0]);
                } catch (Exception failure) {
                    throw new AssertionError(failure);
                }
            }
        };
        // Its threads are daemons, too, so that those that hang do not keep the machine running.
        main.setDaemon(true);
        main.start();
        main.join(MILLISECONDS);
        if (main.isAlive()) {
            return null;
        }
        synchronized (seen) {
            return seen;
        }
    }
}
