// Object serialization through memory: graphs, cycles, transient, inheritance, records, enums, readResolve, externalizable.
import java.io.*;
import java.util.*;

public class Serialization {
    static class Plain { int p = 7; Plain() { System.out.println("Plain()"); } }
    static class A extends Plain implements Serializable { private static final long serialVersionUID = 1; int x = 1; transient int t = 2; String s = "s"; A next; int[] arr = {1, 2}; static int st = 3; }
    static class Custom implements Serializable { private static final long serialVersionUID = 1; transient String v; Custom(String v) { this.v = v; } private void writeObject(ObjectOutputStream o) throws IOException { o.defaultWriteObject(); o.writeUTF(v.toUpperCase()); } private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException { i.defaultReadObject(); v = "<" + i.readUTF() + ">"; } }
    static class Single implements Serializable { private static final long serialVersionUID = 1; static final Single ONE = new Single(); private Object readResolve() { return ONE; } }
    static class Replaced implements Serializable { private static final long serialVersionUID = 1; private Object writeReplace() { return "replacement"; } }
    public static class Ext implements Externalizable { int v; public Ext() { System.out.println("Ext()"); } public void writeExternal(ObjectOutput o) throws IOException { o.writeInt(v * 2); } public void readExternal(ObjectInput i) throws IOException { v = i.readInt(); } }
    enum E { X, Y }
    record R(int a, String b) implements Serializable { R { System.out.println("R ctor " + a); } }
    static class NotSer { }
    static class Holds implements Serializable { private static final long serialVersionUID = 1; Object o = new NotSer(); }

    static byte[] write(Object... os) throws IOException { ByteArrayOutputStream b = new ByteArrayOutputStream(); try (ObjectOutputStream o = new ObjectOutputStream(b)) { for (Object x : os) o.writeObject(x); } return b.toByteArray(); }
    @SuppressWarnings("unchecked") static <T> T copy(T t) throws Exception { try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(write(t)))) { return (T) i.readObject(); } }

    public static void main(String[] args) throws Exception {
        A a = new A();
        a.x = 10; a.t = 20; a.p = 70; a.next = a;
        A c = copy(a);
        System.out.println(c.x + " " + c.t + " " + c.p + " " + c.s + " " + (c.next == c) + " " + (c != a) + " " + Arrays.toString(c.arr));
        System.out.println(copy(new Custom("low")).v + " " + (copy(Single.ONE) == Single.ONE) + " " + copy((Object) new Replaced()) + " " + (copy(E.Y) == E.Y) + " " + copy(new R(1, "b")));
        Ext e = new Ext();
        e.v = 21;
        System.out.println(copy(e).v);
        List<Object> shared = new ArrayList<>(List.of("x", 1, 2.5, 'c', true, 5L));
        Object[] pair = copy(new Object[] {shared, shared});
        System.out.println((pair[0] == pair[1]) + " " + pair[0]);
        System.out.println(copy(new HashMap<>(Map.of("k", 1))) + " " + copy(new TreeMap<>(Map.of(2, "b", 1, "a"))) + " " + copy(new LinkedList<>(List.of(1, 2))) + " " + copy(new ArrayDeque<>(List.of(3))) + " " + copy(new TreeSet<>(Set.of(5, 4))) + " " + copy(EnumSet.of(E.X)) + " " + copy(new BitSet()) + " " + copy(java.time.LocalDate.of(2024, 1, 2)) + " " + copy(new java.math.BigDecimal("1.50")) + " " + copy(List.of(1, 2)) + " " + copy(new Date(0)).getTime());
        System.out.println(Arrays.deepToString(copy(new int[][] {{1}, {2, 3}})) + copy("string") + copy(Integer.class) + copy(int[].class) + copy(new StringBuilder("sb")) + copy(Locale.FRANCE) + copy(UUID.nameUUIDFromBytes(new byte[1])).equals(UUID.nameUUIDFromBytes(new byte[1])));
        try { write(new Holds()); } catch (NotSerializableException x) { System.out.println(x.getMessage()); }
        byte[] bytes = write(new A());
        System.out.println(Integer.toHexString(bytes[0] & 0xff) + Integer.toHexString(bytes[1] & 0xff) + " " + new String(bytes, "ISO-8859-1").contains("Serialization$A"));
        bytes[0] = 0;
        try { new ObjectInputStream(new ByteArrayInputStream(bytes)); } catch (StreamCorruptedException x) { System.out.println(x.getMessage()); }
        Exception ex = copy(new IllegalStateException("ser", new RuntimeException("cause")));
        System.out.println(ex + " " + ex.getCause() + " " + ex.getStackTrace()[0].getMethodName());
        Runnable r = (Runnable & Serializable) () -> System.out.println("deserialized lambda");
        copy(r).run();
        System.out.println(ObjectStreamClass.lookup(A.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(NotSer.class) + " " + ObjectStreamClass.lookup(R.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(A.class).getFields().length);
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(1, "two", null)));
        System.out.println(in.readObject() + " " + in.readObject() + " " + in.readObject());
        try { in.readObject(); } catch (EOFException x) { System.out.println("EOF"); }
    }
}
