// An uncaught exception with causes and suppressed ones, from an initialiser of main's helper.
//@ exit: 1
public class UncaughtChain {
    static class Resource implements AutoCloseable {
        final String name;
        Resource(String name) { this.name = name; System.out.println("open " + name); }
        void use() { throw new IllegalStateException("use " + name); }
        @Override public void close() throws Exception { System.out.println("close " + name); throw new java.io.IOException("close " + name); }
    }

    static void work() throws Exception {
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            b.use();
        }
    }

    public static void main(String[] args) throws Exception {
        try {
            work();
        } catch (Exception e) {
            throw new Exception("main failed", e);
        } finally {
            System.out.println("finally");
        }
    }
}
