// References that are kept, cleaners not awaited, class loaders, resources, packages, and a class made at run time.
import java.lang.invoke.MethodHandles;
import java.lang.ref.*;
import java.util.*;

public class References {
    static class Loader extends ClassLoader {
        final List<String> asked = new ArrayList<>();
        Loader(ClassLoader parent) { super("mine", parent); }
        @Override protected Class<?> findClass(String n) throws ClassNotFoundException { asked.add(n); throw new ClassNotFoundException(n); }
        Class<?> define(String n, byte[] b) { return defineClass(n, b, 0, b.length); }
    }
    static class Target { static int made; int id = ++made; public String toString() { return "target " + id + " " + (getClass().getClassLoader() instanceof Loader); } }

    public static void main(String[] args) throws Exception {
        Object strong = new Object();
        ReferenceQueue<Object> q = new ReferenceQueue<>();
        WeakReference<Object> w = new WeakReference<>(strong, q);
        SoftReference<String> s = new SoftReference<>("soft");
        PhantomReference<Object> p = new PhantomReference<>(strong, q);
        System.out.println((w.get() == strong) + " " + s.get() + " " + p.get() + " " + q.poll() + " " + w.refersTo(strong) + " " + p.refersTo(strong));
        w.clear();
        System.out.println(w.get() + " " + w.enqueue() + " " + p.refersTo(null));
        Reference.reachabilityFence(strong);
        Cleaner c = Cleaner.create();
        Cleaner.Cleanable cl = c.register(strong, () -> System.out.println("cleaned once"));
        cl.clean();
        cl.clean();
        ClassLoader app = References.class.getClassLoader();
        Loader l = new Loader(app);
        System.out.println((l.loadClass("References") == References.class) + " " + (l.loadClass("java.lang.String") == String.class) + " " + l.asked + " " + l.getName() + " " + (l.getParent() == app));
        try { l.loadClass("no.Such"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage() + " " + l.asked); }
        try { Class.forName("missing.One", true, l); } catch (ClassNotFoundException e) { System.out.println(e.getMessage() + " " + l.asked); }
        byte[] bytes;
        try (var in = References.class.getResourceAsStream("References$Target.class")) { bytes = in.readAllBytes(); }
        System.out.println(Integer.toHexString(((bytes[0] & 255) << 24) | ((bytes[1] & 255) << 16) | ((bytes[2] & 255) << 8) | bytes[3] & 255) + " " + (References.class.getResource("nope.txt") == null));
        Loader child = new Loader(null) { @Override protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException { return n.startsWith("java.") ? super.loadClass(n, r) : super.loadClass(n, r); } };
        Class<?> again = child.define("References$Target", bytes);
        System.out.println(again.getName() + " " + (again == Target.class) + " " + (again.getClassLoader() == child) + " " + again.getClassLoader().getName());
        var ctor = again.getDeclaredConstructor();
        ctor.setAccessible(true);
        try { System.out.println(ctor.newInstance()); } catch (java.lang.reflect.InvocationTargetException | NoClassDefFoundError e) { System.out.println("the other loader does not know " + (e instanceof NoClassDefFoundError ? e.getMessage() : e.getCause().getMessage())); }
        try { Target t = (Target) (Object) "x"; } catch (ClassCastException e) { System.out.println("not a Target"); }
        try { child.define("References$Target", bytes); } catch (LinkageError e) { System.out.println(e.getClass().getSimpleName()); }
        try { new Loader(app).define("Wrong", bytes); } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        try { new Loader(app).define(null, new byte[] {1, 2, 3}); } catch (ClassFormatError e) { System.out.println("truncated: " + e.getClass().getName()); }
        bytes[3] = 0;
        try { new Loader(app).define(null, bytes); } catch (ClassFormatError e) { System.out.println("no magic: " + e.getClass().getName()); }
        System.out.println(new Target() + " " + Target.made + " " + References.class.getPackage().getName().isEmpty() + " " + app.getUnnamedModule().isNamed() + " " + Object.class.getModule().getName());
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(References.class.getResourceAsStream("References$Simple.class").readAllBytes(), true).lookupClass();
        System.out.println(hidden.isHidden() + " " + hidden.getName().startsWith("References$Simple/0x") + " " + hidden.getDeclaredMethod("hi").invoke(null));
        Thread.currentThread().setContextClassLoader(l);
        System.out.println(Thread.currentThread().getContextClassLoader() == l);
    }
    static class Simple { static String hi() { return "hi from a hidden class"; } }
}
