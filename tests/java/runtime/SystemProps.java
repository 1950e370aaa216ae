// System: properties that are the same everywhere, clocks that move, identity, streams, environment.
import java.util.*;

public class SystemProps {
    public static void main(String[] args) {
        System.out.println(System.getProperty("no.such.property") + " " + System.getProperty("no.such.property", "default"));
        System.out.println(System.getProperty("file.separator") + System.getProperty("path.separator") + System.getProperty("line.separator").length() + System.lineSeparator().length());
        for (String k : new String[] {"java.version", "java.vendor", "java.home", "java.class.path", "java.vm.name", "java.specification.version", "java.class.version", "os.name", "os.arch", "user.dir", "user.home", "user.name", "java.io.tmpdir", "file.encoding", "native.encoding", "sun.arch.data.model"}) System.out.print((System.getProperty(k) != null) + " ");
        System.out.println();
        System.out.println(System.getProperty("java.specification.version") + " " + Runtime.version().feature() + " " + System.getProperty("file.encoding") + " " + System.getProperty("user.language"));
        System.out.println(System.setProperty("mine", "1") + " " + System.setProperty("mine", "2") + " " + System.getProperty("mine") + " " + System.clearProperty("mine") + " " + System.getProperty("mine") + " " + Integer.getInteger("mine", 9));
        try { System.getProperty(""); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { System.getProperty(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        long n1 = System.nanoTime(), m1 = System.currentTimeMillis();
        int work = 0;
        for (int i = 0; i < 1000; i++) work += i;
        System.out.println(work + " " + (System.nanoTime() >= n1) + " " + (System.currentTimeMillis() >= m1));
        System.out.println(System.getenv("SURELY_NOT_SET_ANYWHERE") + " " + System.getenv().containsKey("SURELY_NOT_SET_ANYWHERE"));
        Object o = new Object();
        System.out.println((System.identityHashCode(o) == o.hashCode()) + " " + System.identityHashCode(null) + " " + (System.identityHashCode("x") == System.identityHashCode("x")));
        Runtime r = Runtime.getRuntime();
        System.out.println((r.availableProcessors() > 0) + " " + (r.totalMemory() > 0) + " " + (r.freeMemory() > 0) + " " + (r.maxMemory() >= r.totalMemory()) + " " + (r == Runtime.getRuntime()));
        System.gc();
        System.out.println((System.out != null) + " " + (System.err != System.out) + " " + (System.in != null) + " " + (System.console() == null));
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().getPriority() + " " + Thread.currentThread().getThreadGroup().getName() + " " + Thread.currentThread().isDaemon() + " " + Thread.currentThread().isAlive() + " " + Thread.currentThread().getState());
        System.out.println(new TreeSet<>(System.getProperties().stringPropertyNames()).contains("java.version") + " " + Boolean.getBoolean("x"));
        System.out.println(Runtime.Version.parse("17.0.2+8").compareTo(Runtime.Version.parse("21")) < 0);
        System.out.println(SystemProps.class.getClassLoader() == ClassLoader.getSystemClassLoader());
        System.out.println(ClassLoader.getSystemClassLoader().getParent() != null && ClassLoader.getPlatformClassLoader().getParent() == null);
        System.out.println(Thread.currentThread().getContextClassLoader() == ClassLoader.getSystemClassLoader());
        System.err.println("stderr has its own place");
        System.err.print("no newline at the end");
    }
}
