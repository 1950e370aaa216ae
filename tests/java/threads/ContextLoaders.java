/** The context class loader of a thread, its inheritance, and other facts a child takes from its creator. */
public class ContextLoaders {
    static class Quiet extends ClassLoader {
        Quiet(ClassLoader parent) {
            super(parent);
        }
    }

    static ClassLoader inChild() throws InterruptedException {
        ClassLoader[] seen = new ClassLoader[1];
        Thread t = new Thread(() -> seen[0] = Thread.currentThread().getContextClassLoader());
        t.start();
        t.join();
        return seen[0];
    }

    public static void main(String[] args) throws Exception {
        Thread me = Thread.currentThread();
        ClassLoader system = ClassLoader.getSystemClassLoader();
        System.out.println("main has the system loader " + (me.getContextClassLoader() == system));
        System.out.println("a child too " + (inChild() == system));
        System.out.println("it loaded this class " + (ContextLoaders.class.getClassLoader() == system));
        System.out.println("String has the null loader " + (String.class.getClassLoader() == null));
        Quiet mine = new Quiet(system);
        me.setContextClassLoader(mine);
        System.out.println("a child inherits mine " + (inChild() == mine));
        System.out.println("loads through its parent " + (mine.loadClass("ContextLoaders") == ContextLoaders.class));
        try {
            mine.loadClass("NoSuchClassAnywhere");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        Thread made = new Thread(() -> { });
        me.setContextClassLoader(system);
        System.out.println("fixed when the child is made " + (made.getContextClassLoader() == mine));
        me.setContextClassLoader(null);
        System.out.println("null is allowed " + me.getContextClassLoader() + " " + (inChild() == null));
        me.setContextClassLoader(system);

        // The same class asked for by several threads at once is one class, initialised once.
        Class<?>[] found = new Class<?>[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                try {
                    found[id] = Class.forName("ContextLoaders$Lazy");
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException(e);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("one class " + (found[0] == found[1] && found[1] == found[2] && found[2] == found[3])
                + " " + found[0].getName());
        System.out.println("current thread is the same object " + (me == Thread.currentThread()));
    }

    static class Lazy {
        static {
            System.out.println("Lazy initialised");
        }
    }
}
