// MethodHandles.Lookup: every find method, access rules, what is refused, reveal, types.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodType.methodType;

public class HandleLookup {
    static class Base { String who() { return "base"; } static String st(int a) { return "st" + a; } protected int prot = 3; private int priv = 4; private String hid() { return "hid " + priv; } }
    static class Sub extends Base {
        @Override String who() { return "sub"; }
        final String f; int i = 5; static long count = 7; long l = 8; double d = 9.5; final int fin = 1;
        Sub(String f) { this.f = f; }
        Sub() { this("none"); }
        static MethodHandle superWho() throws Exception { return MethodHandles.lookup().findSpecial(Base.class, "who", methodType(String.class), Sub.class); }
        int va(int... xs) { return xs.length; }
    }
    interface Face { default String def() { return "default"; } String abs(int x); static int sq(int x) { return x * x; } }

    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) {
        try {
            System.out.println(n + ": " + b.run());
        } catch (NullPointerException | ClassCastException e) {
            System.out.println(n + ": " + e.getClass().getName()); // the texts are those of private code
        } catch (Throwable e) {
            System.out.println(n + ": " + e.toString().replaceAll("@[0-9a-f]+", ""));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup(), pub = MethodHandles.publicLookup();
        MethodHandle v = l.findVirtual(Base.class, "who", methodType(String.class));
        System.out.println((String) v.invokeExact((Base) new Sub()) + " " + (String) v.invoke(new Base()) + " " + v.type() + " " + v);
        MethodHandle s = l.findStatic(Base.class, "st", methodType(String.class, int.class));
        System.out.println((String) s.invokeExact(5) + " " + s.invoke((byte) 6) + " " + s.invokeWithArguments(7) + " " + s.type());
        MethodHandle c = l.findConstructor(Sub.class, methodType(void.class, String.class));
        System.out.println(((Sub) c.invokeExact("made")).f + " " + c.type() + " " + ((Sub) l.findConstructor(Sub.class, methodType(void.class)).invoke()).f);
        System.out.println((String) Sub.superWho().invoke(new Sub()) + " " + Sub.superWho().type());
        t("special wrong caller", () -> l.findSpecial(Base.class, "who", methodType(String.class), Sub.class));
        Sub sub = new Sub("x");
        MethodHandle g = l.findGetter(Sub.class, "i", int.class), st = l.findSetter(Sub.class, "i", int.class);
        st.invokeExact(sub, 50);
        System.out.println((int) g.invokeExact(sub) + " " + g.type() + " " + st.type() + " " + (double) l.findGetter(Sub.class, "d", double.class).invokeExact(sub) + " " + (long) l.findGetter(Sub.class, "l", long.class).invokeExact(sub));
        MethodHandle sg = l.findStaticGetter(Sub.class, "count", long.class), ss = l.findStaticSetter(Sub.class, "count", long.class);
        ss.invokeExact(70L);
        ss.invoke(71);
        System.out.println((long) sg.invokeExact() + " " + (int) l.findGetter(Base.class, "priv", int.class).invoke(sub) + " " + (int) l.findGetter(Sub.class, "prot", int.class).invoke(sub));
        t("private method", () -> l.findVirtual(Base.class, "hid", methodType(String.class)).invoke((Base) sub));
        t("interface", () -> l.findVirtual(Face.class, "abs", methodType(String.class, int.class)).invoke((Face) x -> "lambda " + x, 4));
        t("default", () -> l.findVirtual(Face.class, "def", methodType(String.class)).invoke((Face) x -> ""));
        t("iface static", () -> l.findStatic(Face.class, "sq", methodType(int.class, int.class)).invoke(9));
        t("final setter", () -> l.findSetter(Sub.class, "fin", int.class));
        t("no method", () -> l.findVirtual(Base.class, "nope", methodType(void.class)));
        t("wrong type", () -> l.findVirtual(Base.class, "who", methodType(Object.class)));
        t("static as virtual", () -> l.findVirtual(Base.class, "st", methodType(String.class, int.class)));
        t("virtual as static", () -> l.findStatic(Base.class, "who", methodType(String.class)));
        t("no field", () -> l.findGetter(Base.class, "zzz", int.class));
        t("field type", () -> l.findGetter(Sub.class, "i", long.class));
        t("public lookup", () -> pub.findVirtual(Base.class, "who", methodType(String.class)));
        t("public jdk", () -> pub.findVirtual(String.class, "length", methodType(int.class)).invoke("four"));
        t("jdk private", () -> l.findVirtual(String.class, "isLatin1", methodType(boolean.class)));
        t("bound", () -> l.bind("receiver", "concat", methodType(String.class, String.class)).invoke("!"));
        t("bind null", () -> l.bind(null, "x", methodType(void.class)));
        t("unreflect", () -> l.unreflect(Base.class.getDeclaredMethod("st", int.class)).invoke(3));
        t("unreflect ctor", () -> ((Sub) l.unreflectConstructor(Sub.class.getDeclaredConstructor(String.class)).invoke("ref")).f);
        t("unreflect getter", () -> l.unreflectGetter(Sub.class.getDeclaredField("f")).invoke(sub));
        t("unreflect setter", () -> { l.unreflectSetter(Sub.class.getDeclaredField("l")).invoke(sub, 99); return sub.l; });
        t("varargs", () -> { MethodHandle m = l.findVirtual(Sub.class, "va", methodType(int.class, int[].class)); return m.isVarargsCollector() + " " + m.invoke(sub, 1, 2, 3) + m.invoke(sub) + m.invoke(sub, new int[7]) + " " + m.asFixedArity().isVarargsCollector(); });
        t("array ctor", () -> ((int[]) MethodHandles.arrayConstructor(int[].class).invoke(5)).length);
        t("array element", () -> { int[] a = {1, 2}; MethodHandles.arrayElementSetter(int[].class).invoke(a, 1, 9); return MethodHandles.arrayElementGetter(int[].class).invoke(a, 1) + " " + MethodHandles.arrayLength(int[].class).invoke(a); });
        t("null receiver", () -> v.invoke((Base) null));
        t("getter null", () -> g.invoke((Sub) null));
        t("cast receiver", () -> v.invoke((Object) "x"));
        t("reveal", () -> { MethodHandleInfo i = l.revealDirect(s); return MethodHandleInfo.referenceKindToString(i.getReferenceKind()) + " " + i.getName() + " " + i.getDeclaringClass().getSimpleName() + " " + i.getMethodType() + " " + i; });
        t("lookup class", () -> l.lookupClass() + " " + l + " " + pub + " " + l.hasFullPrivilegeAccess() + " " + l.in(String.class).lookupClass());
        t("private in", () -> MethodHandles.privateLookupIn(Sub.class, l).findGetter(Sub.class, "i", int.class).invoke(sub));
        t("findClass", () -> l.findClass("HandleLookup$Sub") + " " + l.accessClass(Base.class));
        t("clone array", () -> ((int[]) l.findVirtual(int[].class, "clone", methodType(Object.class)).invoke(new int[3])).length);
        t("object method", () -> l.findVirtual(Face.class, "hashCode", methodType(int.class)).type());
    }
}
