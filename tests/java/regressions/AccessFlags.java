//@ jdk: 25
// Class.accessFlags: what the class file says, with ACC_SUPER; primitive types and arrays, too.
public class AccessFlags {
    abstract static class Abstract {}

    interface Interface {}

    record Pair(int a, int b) {}

    enum Color { RED }

    @interface Note {}

    volatile transient int field;

    public synchronized void method(String... s) {}

    public static void main(String[] args) throws Exception {
        Class<?>[] classes = {
            AccessFlags.class, Abstract.class, Interface.class, Pair.class, Color.class, Note.class, int.class, int[].class,
            AccessFlags[][].class, void.class, Runnable.class, String.class, new Object() {}.getClass(),
            ((Runnable) () -> {}).getClass()
        };
        for (Class<?> c : classes) System.out.println(c.accessFlags() + " " + c.getModifiers());
        System.out.println(AccessFlags.class.getMethod("method", String[].class).accessFlags());
        System.out.println(AccessFlags.class.getDeclaredField("field").accessFlags());
    }
}
