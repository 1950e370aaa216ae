// Lookups: what they find, what they refuse and how they say it; reflection to handles and back; hidden classes; stack traces.
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.methodType;

public class HandleAccess {
    interface Body { Object run() throws Throwable; }
    static String clean(Object o) { return String.valueOf(o).replaceAll("@[0-9a-f]+", "@").replaceAll("0x[0-9a-f]+", "0x"); }
    static void t(String n, Body b) {
        try { System.out.println(n + ": " + clean(b.run())); }
        catch (Throwable e) { System.out.println(n + ": " + clean(e) + (e.getCause() != null ? " <- " + clean(e.getCause()) : "")); }
    }
    static class Base { protected String name() { return "base"; } static String st() { return "base static"; } String pkg() { return "base pkg"; } private String priv() { return "base private"; } public String pub() { return "base public"; } }
    static class Derived extends Base {
        @Override protected String name() { return "derived"; }
        @Override public String pub() { return "derived public"; }
        MethodHandle superName() throws Throwable { return lookup().findSpecial(Base.class, "name", methodType(String.class), Derived.class); }
    }
    interface Shape { default String kind() { return "shape"; } static String util() { return "static in interface"; } private String hid() { return "private in interface"; } static MethodHandle look() throws Throwable { return lookup().findVirtual(Shape.class, "hid", methodType(String.class)); } String area(); }
    static class Square implements Shape { public String area() { return "square"; } @Override public String kind() { return "square " + 1; } MethodHandle up() throws Throwable { return lookup().findSpecial(Shape.class, "kind", methodType(String.class), Square.class); } }
    static abstract class Abs { abstract String a(); }
    static class Init { static { System.out.println("Init runs"); } static int f = 4; static int m() { return 5; } Init() {} }
    static class Bad { static { if (true) throw new RuntimeException("bad"); } static int m() { return 5; } }
    final int fin = 5; static final String SF = "static final"; private int hidden = 6;
    record Point(int x, long y) { }
    enum Color { RED, GREEN }
    static int thrower(int x) { if (x == 0) throw new IllegalStateException("at zero"); return 10 / (x - 1); }
    static void varargs(String... s) {}

    public static void main(String[] args) throws Throwable {
        Lookup l = lookup();
        t("lookup", () -> l + " " + l.lookupModes() + " " + publicLookup() + " " + l.in(String.class) + " " + l.dropLookupMode(Lookup.PRIVATE));
        t("virtual", () -> (String) l.findVirtual(Base.class, "name", methodType(String.class)).invokeExact((Base) new Derived()));
        t("special", () -> (String) new Derived().superName().invokeExact(new Derived()));
        t("special from outside", () -> l.findSpecial(Base.class, "name", methodType(String.class), Derived.class).invoke(new Derived()));
        t("special wrong caller", () -> l.findSpecial(Base.class, "name", methodType(String.class), String.class));
        t("private", () -> l.findVirtual(Base.class, "priv", methodType(String.class)).invoke(new Base()));
        t("static", () -> l.findStatic(Derived.class, "st", methodType(String.class)).invoke());
        t("static as virtual", () -> l.findVirtual(Base.class, "st", methodType(String.class)));
        t("virtual as static", () -> l.findStatic(Base.class, "pub", methodType(String.class)));
        t("default", () -> l.findVirtual(Shape.class, "kind", methodType(String.class)).invoke((Shape) new Square()));
        t("default super", () -> (String) new Square().up().invokeExact(new Square()));
        t("interface static", () -> l.findStatic(Shape.class, "util", methodType(String.class)).invoke());
        t("interface private", () -> Shape.look().invoke((Shape) new Square()));
        t("interface abstract", () -> (String) l.findVirtual(Shape.class, "area", methodType(String.class)).invokeExact((Shape) new Square()));
        t("interface in class", () -> (String) l.findVirtual(Square.class, "kind", methodType(String.class)).invokeExact(new Square()));
        t("object in interface", () -> (int) l.findVirtual(Comparable.class, "hashCode", methodType(int.class)).invokeExact((Comparable) "x"));
        t("object on array", () -> ((int[]) l.findVirtual(int[].class, "clone", methodType(Object.class)).invoke(new int[] { 1, 2 })).length);
        t("getClass on array", () -> l.findVirtual(int[].class, "getClass", methodType(Class.class)).invoke(new int[0]));
        t("abstract", () -> l.findConstructor(Abs.class, methodType(void.class)).invoke());
        t("constructor", () -> l.findConstructor(ArrayList.class, methodType(void.class, Collection.class)).invoke(List.of(1, 2)));
        t("constructor type", () -> l.findConstructor(ArrayList.class, methodType(List.class)));
        t("constructor as method", () -> l.findVirtual(ArrayList.class, "<init>", methodType(void.class)));
        t("no method", () -> l.findVirtual(Base.class, "nope", methodType(int.class, String.class)));
        t("wrong type", () -> l.findVirtual(Base.class, "pub", methodType(Object.class)));
        t("public of private", () -> publicLookup().findVirtual(Base.class, "pub", methodType(String.class)));
        t("public of String", () -> (String) publicLookup().findVirtual(String.class, "trim", methodType(String.class)).invokeExact(" x "));
        t("private of String", () -> l.findVirtual(String.class, "isLatin1", methodType(boolean.class)));
        t("field of String", () -> l.findGetter(String.class, "hash", int.class));
        t("internal class", () -> l.findStatic(Class.forName("jdk.internal.misc.VM"), "isBooted", methodType(boolean.class)));
        t("final setter", () -> l.findSetter(HandleAccess.class, "fin", int.class));
        t("static final setter", () -> l.findStaticSetter(HandleAccess.class, "SF", String.class));
        t("static final getter", () -> (String) l.findStaticGetter(HandleAccess.class, "SF", String.class).invokeExact());
        t("static as field", () -> l.findGetter(HandleAccess.class, "SF", String.class));
        t("no field", () -> l.findGetter(HandleAccess.class, "nope", int.class));
        t("getter null", () -> { try { return l.findGetter(HandleAccess.class, "hidden", int.class).invoke((HandleAccess) null); } catch (NullPointerException e) { return "null"; } });
        t("lazy init", () -> { MethodHandle m = l.findStatic(Init.class, "m", methodType(int.class)); System.out.println("found"); return m.invoke(); });
        t("lazy init field", () -> l.findStaticGetter(Init.class, "f", int.class).invoke());
        t("bad init", () -> { MethodHandle m = l.findStatic(Bad.class, "m", methodType(int.class)); System.out.println("found"); return m.invoke(); });
        t("bind", () -> (String) l.bind("receiver", "concat", methodType(String.class, String.class)).invokeExact("!"));
        t("bind null", () -> { try { return l.bind(null, "x", methodType(void.class)); } catch (NullPointerException e) { return "null"; } });
        t("unreflect", () -> l.unreflect(Base.class.getDeclaredMethod("priv")).invoke(new Base()));
        t("unreflect special", () -> privateLookupIn(Derived.class, l).unreflectSpecial(Base.class.getDeclaredMethod("name"), Derived.class).invoke(new Derived()));
        t("unreflect constructor", () -> l.unreflectConstructor(Point.class.getDeclaredConstructor(int.class, long.class)).invoke(1, 2L));
        t("unreflect field", () -> { HandleAccess h = new HandleAccess(); Field f = HandleAccess.class.getDeclaredField("hidden"); l.unreflectSetter(f).invoke(h, 8); return l.unreflectGetter(f).invoke(h) + " " + l.unreflectVarHandle(f).get(h); });
        t("unreflect varargs", () -> l.unreflect(HandleAccess.class.getDeclaredMethod("varargs", String[].class)).isVarargsCollector());
        t("unreflect setAccessible", () -> { Field f = HandleAccess.class.getDeclaredField("fin"); f.setAccessible(true); HandleAccess h = new HandleAccess(); l.unreflectSetter(f).invoke(h, 9); return f.get(h); });
        t("reveal", () -> { MethodHandleInfo i = l.revealDirect(l.findVirtual(Base.class, "pub", methodType(String.class))); return i + " " + i.getReferenceKind() + " " + i.getName() + " " + i.getMethodType() + " " + i.reflectAs(Method.class, l); });
        t("reveal field", () -> l.revealDirect(l.findGetter(HandleAccess.class, "fin", int.class)));
        t("reveal constructor", () -> l.revealDirect(l.findConstructor(Point.class, methodType(void.class, int.class, long.class))));
        t("reveal bound", () -> l.revealDirect(l.findVirtual(Base.class, "pub", methodType(String.class)).bindTo(new Base())));
        t("private lookup", () -> (String) privateLookupIn(Base.class, l).findVirtual(Base.class, "priv", methodType(String.class)).invoke(new Base()));
        t("private lookup in JDK", () -> privateLookupIn(String.class, l));
        t("private lookup primitive", () -> privateLookupIn(int.class, l));
        t("find class", () -> l.findClass("java.util.List") + " " + l.findClass("[I") + " " + l.accessClass(Base.class));
        t("find no class", () -> l.findClass("no.Such"));
        t("ensure", () -> l.ensureInitialized(Base.class));
        t("enum", () -> l.findStatic(Color.class, "valueOf", methodType(Color.class, String.class)).invoke("GREEN"));
        t("caller sensitive", () -> (Class<?>) l.findStatic(Class.class, "forName", methodType(Class.class, String.class)).invokeExact("java.util.Map"));
        t("types", () -> methodType(int.class, String.class, long[].class).wrap() + " " + methodType(Integer.class, Character.class).unwrap() + " " + methodType(int.class, List.class).erase() + " " + methodType(void.class, int.class).generic() + " " + MethodType.genericMethodType(2, true) + " " + MethodType.fromMethodDescriptorString("(I[Ljava/lang/String;)V", null) + " " + methodType(void.class, int.class).toMethodDescriptorString() + (methodType(int.class) == methodType(int.class)));
        StackTraceElement[] trace = null;
        try { int n = (int) filterReturnValue(l.findStatic(HandleAccess.class, "thrower", methodType(int.class, int.class)), identity(int.class)).invokeExact(0); }
        catch (IllegalStateException e) { trace = e.getStackTrace(); }
        for (StackTraceElement e : trace) System.out.println("  at " + e);
        try { l.findStatic(HandleAccess.class, "thrower", methodType(int.class, int.class)).invokeWithArguments(1); }
        catch (ArithmeticException e) { for (StackTraceElement x : e.getStackTrace()) System.out.println("  at " + x.getClassName() + "." + x.getMethodName()); }
        t("hidden", () -> {
            byte[] bytes; try (var in = HandleAccess.class.getResourceAsStream("HandleAccess$Square.class")) { bytes = in.readAllBytes(); }
            Lookup h = l.defineHiddenClass(bytes, true);
            Object o = h.findConstructor(h.lookupClass(), methodType(void.class)).invoke();
            return o.getClass().isHidden() + " " + o.getClass().getName() + " " + ((Shape) o).kind() + " " + (o instanceof Square) + " " + (l.defineHiddenClass(bytes, true).lookupClass() == h.lookupClass());
        });
        t("class data", () -> {
            byte[] bytes; try (var in = HandleAccess.class.getResourceAsStream("HandleAccess$Square.class")) { bytes = in.readAllBytes(); }
            Lookup h = l.defineHiddenClassWithClassData(bytes, List.of("data", 5), true);
            return MethodHandles.classData(h, ConstantName.NAME, List.class) + " " + (Object) MethodHandles.classDataAt(h, ConstantName.NAME, Integer.class, 1);
        });
        t("define twice", () -> {
            byte[] bytes; try (var in = HandleAccess.class.getResourceAsStream("HandleAccess$Square.class")) { bytes = in.readAllBytes(); }
            return l.defineClass(bytes);
        });
        t("define wrong", () -> l.defineClass(new byte[] { 1, 2, 3 }));
    }
    static class ConstantName { static final String NAME = java.lang.constant.ConstantDescs.DEFAULT_NAME; }
}
