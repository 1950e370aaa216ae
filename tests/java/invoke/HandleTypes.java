// invokeExact against invoke, asType conversions, WrongMethodTypeException, MethodType operations.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodType.*;

public class HandleTypes {
    static String ints(int a, int b) { return "ints" + a + "," + b; }
    static long lng(long x) { return x * 2; }
    static double dbl(double x) { return x / 2; }
    static void vd(String s) { System.out.println("void " + s); }
    static Object obj(Object o) { return o; }
    static int ret() { return 300; }
    static char ch(char c) { return (char) (c + 1); }
    static boolean bool(boolean b) { return !b; }
    static byte by(byte b) { return b; }
    static Integer boxed(Integer i) { return i; }
    static int sum9(int a, long b, double c, float d, short e, byte f, char g, boolean h, Object i) { return (int) (a + b + c + d + e + f + g + (h ? 1 : 0)) + i.toString().length(); }

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
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle ints = l.findStatic(HandleTypes.class, "ints", methodType(String.class, int.class, int.class));
        MethodHandle lng = l.findStatic(HandleTypes.class, "lng", methodType(long.class, long.class)), dbl = l.findStatic(HandleTypes.class, "dbl", methodType(double.class, double.class));
        MethodHandle obj = l.findStatic(HandleTypes.class, "obj", methodType(Object.class, Object.class)), ret = l.findStatic(HandleTypes.class, "ret", methodType(int.class)), vd = l.findStatic(HandleTypes.class, "vd", methodType(void.class, String.class));
        MethodHandle boxed = l.findStatic(HandleTypes.class, "boxed", methodType(Integer.class, Integer.class)), sum9 = l.findStatic(HandleTypes.class, "sum9", methodType(int.class, int.class, long.class, double.class, float.class, short.class, byte.class, char.class, boolean.class, Object.class));
        t("exact", () -> (String) ints.invokeExact(1, 2));
        t("exact wrong return", () -> { Object o = ints.invokeExact(1, 2); return o; });
        t("exact void", () -> { ints.invokeExact(1, 2); return 0; });
        t("exact wrong arg", () -> (String) ints.invokeExact(1, 2L));
        t("exact boxed", () -> (String) ints.invokeExact((Integer) 1, 2));
        t("exact arity", () -> (String) ints.invokeExact(1));
        t("generic", () -> ints.invoke((byte) 1, 'a'));
        t("generic boxed", () -> ints.invoke((Integer) 1, (Object) 2));
        t("generic object bad", () -> ints.invoke(1, (Object) "x"));
        t("generic object null", () -> ints.invoke(1, (Object) null));
        t("generic arity", () -> ints.invoke(1));
        t("generic long to int", () -> ints.invoke(1, 2L));
        t("lng", () -> (long) lng.invoke(5) + " " + (long) lng.invoke('a') + " " + lng.invoke((Object) 7) + " " + (double) lng.invoke(5L));
        t("lng to int", () -> (int) lng.invoke(5L));
        t("dbl", () -> (double) dbl.invoke(5) + " " + (double) dbl.invoke(5f) + " " + dbl.invoke((Object) 3L));
        t("obj", () -> obj.invoke(5) + " " + obj.invoke("s") + " " + (int) obj.invoke(6) + " " + (long) (Long) obj.invoke(7L) + " " + (String) obj.invoke("c"));
        t("obj cast fails", () -> (int) obj.invoke("s"));
        t("obj to long from int", () -> (long) obj.invoke(5));
        t("obj null", () -> (int) obj.invoke((Object) null));
        t("ret", () -> (int) ret.invokeExact() + " " + (long) ret.invoke() + " " + ret.invoke() + " " + (double) ret.invoke());
        t("void to object", () -> vd.invoke("x"));
        t("void dropped", () -> { vd.invoke("y"); return "ok"; });
        t("void to int", () -> (int) vd.invoke("z"));
        t("ret dropped", () -> { ret.invoke(); return "ok"; });
        t("boxed", () -> (Integer) boxed.invokeExact((Integer) 5) + " " + (int) boxed.invoke(6) + " " + boxed.invoke((Object) 7));
        t("boxed null unbox", () -> (int) boxed.invoke((Integer) null));
        t("sum9", () -> (int) sum9.invokeExact(1, 2L, 3.5, 4.5f, (short) 5, (byte) 6, 'a', true, (Object) "obj"));
        t("sum9 args", () -> sum9.invokeWithArguments(1, 2L, 3.5, 4.5f, (short) 5, (byte) 6, 'a', true, "obj"));
        t("sum9 args widened", () -> sum9.invokeWithArguments(List.of(1, 2, 3, 4, (byte) 5, (byte) 6, 'a', false, 1234)));
        t("sum9 args bad", () -> sum9.invokeWithArguments(1, 2L));
        t("asType", () -> (Object) ints.asType(methodType(Object.class, Integer.class, byte.class)).invokeExact((Integer) 3, (byte) 4));
        t("asType bad", () -> ints.asType(methodType(int.class, int.class, int.class)));
        t("asType bad arity", () -> ints.asType(methodType(String.class, int.class)));
        t("asType to void", () -> ints.asType(methodType(void.class, int.class, int.class)).type());
        t("explicit narrow", () -> (int) MethodHandles.explicitCastArguments(lng, methodType(int.class, double.class)).invokeExact(1e10) + " " + (byte) MethodHandles.explicitCastArguments(ret, methodType(byte.class)).invokeExact());
        t("explicit bool", () -> (boolean) MethodHandles.explicitCastArguments(l.findStatic(HandleTypes.class, "bool", methodType(boolean.class, boolean.class)), methodType(boolean.class, int.class)).invokeExact(3));
        t("explicit null", () -> (long) MethodHandles.explicitCastArguments(lng, methodType(long.class, Object.class)).invokeExact((Object) null));
        t("char", () -> (char) l.findStatic(HandleTypes.class, "ch", methodType(char.class, char.class)).invokeExact('x') + " " + (int) l.findStatic(HandleTypes.class, "ch", methodType(char.class, char.class)).invoke('x'));
        MethodType mt = methodType(String.class, int.class, Object[].class);
        System.out.println(mt + " " + mt.parameterCount() + mt.parameterType(1) + mt.returnType() + mt.parameterList() + " " + mt.erase() + mt.generic() + mt.wrap() + mt.unwrap() + " " + mt.toMethodDescriptorString() + " " + mt.hasPrimitives() + mt.hasWrappers());
        System.out.println(mt.changeReturnType(void.class) + " " + mt.changeParameterType(0, long.class) + mt.dropParameterTypes(0, 1) + mt.insertParameterTypes(1, char.class) + mt.appendParameterTypes(byte.class, short.class) + genericMethodType(3) + genericMethodType(1, true) + methodType(int.class, mt));
        System.out.println((methodType(String.class, int.class, Object[].class) == mt) + " " + mt.equals(methodType(String.class, int.class)) + " " + fromMethodDescriptorString("(ILjava/lang/String;[[J)V", null) + " " + mt.lastParameterType() + " " + Arrays.toString(mt.parameterArray()));
        t("void param", () -> methodType(int.class, void.class));
        t("bad descriptor", () -> fromMethodDescriptorString("(Lno/such/Thing;)V", null));
    }
}
