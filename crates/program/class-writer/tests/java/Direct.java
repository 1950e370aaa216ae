import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import spinlink.SpinLink;

/**
 * Calls the bootstrap methods of the class library with every combination of types, also those that no compiler makes,
 * and compares with what was spun for the same arguments. Prints the differences and how much was compared.
 */
public class Direct {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static final Object BROKEN = new Object();
    static int checked, refused, subtypes, differences;

    static final Class<?>[] TYPES = {boolean.class, byte.class, short.class, char.class, int.class, long.class,
        float.class, double.class, Boolean.class, Byte.class, Short.class, Character.class, Integer.class, Long.class, Float.class, Double.class, Object.class, Number.class, String.class};
    static final Object[] SAMPLES = {true, false, (byte) -1, (short) -300, '\uffff', 70000, -1, 1L << 40, 1.5f, -0.1, "text",
        null};

    // One interface per erased parameter type and per result type.
    interface In_boolean { Object m(boolean x); }
    interface In_byte { Object m(byte x); }
    interface In_short { Object m(short x); }
    interface In_char { Object m(char x); }
    interface In_int { Object m(int x); }
    interface In_long { Object m(long x); }
    interface In_float { Object m(float x); }
    interface In_double { Object m(double x); }
    interface In_Object { Object m(Object x); }
    interface Out_boolean { boolean m(); }
    interface Out_byte { byte m(); }
    interface Out_short { short m(); }
    interface Out_char { char m(); }
    interface Out_int { int m(); }
    interface Out_long { long m(); }
    interface Out_float { float m(); }
    interface Out_double { double m(); }
    interface Out_Object { Object m(); }
    interface Out_Integer { Integer m(); }
    interface Out_Number { Number m(); }
    interface Out_void { void m(); }

    // One implementation per parameter type and per result type.

    static Object in(boolean x) { return "boolean ".concat(String.valueOf((Object) x)); }
    static Object in(byte x) { return "byte ".concat(String.valueOf((Object) x)); }
    static Object in(short x) { return "short ".concat(String.valueOf((Object) x)); }
    static Object in(char x) { return "char ".concat(String.valueOf((Object) x)); }
    static Object in(int x) { return "int ".concat(String.valueOf((Object) x)); }
    static Object in(long x) { return "long ".concat(String.valueOf((Object) x)); }
    static Object in(float x) { return "float ".concat(String.valueOf((Object) x)); }
    static Object in(double x) { return "double ".concat(String.valueOf((Object) x)); }
    static Object in(Boolean x) { return "Boolean ".concat(String.valueOf((Object) x)); }
    static Object in(Byte x) { return "Byte ".concat(String.valueOf((Object) x)); }
    static Object in(Short x) { return "Short ".concat(String.valueOf((Object) x)); }
    static Object in(Character x) { return "Character ".concat(String.valueOf((Object) x)); }
    static Object in(Integer x) { return "Integer ".concat(String.valueOf((Object) x)); }
    static Object in(Long x) { return "Long ".concat(String.valueOf((Object) x)); }
    static Object in(Float x) { return "Float ".concat(String.valueOf((Object) x)); }
    static Object in(Double x) { return "Double ".concat(String.valueOf((Object) x)); }
    static Object in(Object x) { return "Object ".concat(String.valueOf((Object) x)); }
    static Object in(Number x) { return "Number ".concat(String.valueOf((Object) x)); }
    static Object in(String x) { return "String ".concat(String.valueOf((Object) x)); }

    static boolean out_boolean() { return true; }
    static byte out_byte() { return (byte) -1; }
    static short out_short() { return (short) -300; }
    static char out_char() { return '\uffff'; }
    static int out_int() { return 70000; }
    static long out_long() { return 1L << 40; }
    static float out_float() { return 1.5f; }
    static double out_double() { return -0.1; }
    static Boolean out_Boolean() { return true; }
    static Byte out_Byte() { return (byte) 3; }
    static Short out_Short() { return (short) 4; }
    static Character out_Character() { return 'x'; }
    static Integer out_Integer() { return 5; }
    static Long out_Long() { return 6L; }
    static Float out_Float() { return 7f; }
    static Double out_Double() { return 8d; }
    static Object out_Object() { return 9; }
    static Number out_Number() { return 10L; }
    static String out_String() { return "s"; }
    static void out_void() {}

    static String describe(Object value) {
        return value == null ? "null" : value.getClass().getName().concat(" ").concat(value.toString());
    }

    interface Body { Object run() throws Throwable; }

    static String outcome(Body body) {
        try {
            return describe(body.run());
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getName();
        } catch (Throwable e) {
            return e.getClass().getName();
        }
    }

    static void compare(String what, String expected, String actual) {
        checked++;
        if (!expected.equals(actual)) {
            differences++;
            System.out.println(what.concat(": expected ").concat(expected).concat(", spun gives ").concat(actual));
        }
    }

    /** The interface object of a spun lambda; null if spinning was refused. */
    static Object spun(String key, Class<?> type) throws Throwable {
        if (SpinLink.refusal(key) != null) {
            return null;
        }
        return SpinLink.spun(LOOKUP, key, MethodType.methodType(type)).invoke();
    }

    static Object real(Class<?> type, MethodType sam, MethodHandle implementation, MethodType instantiated) throws Throwable {
        try {
            CallSite site = LambdaMetafactory.metafactory(LOOKUP, "m", MethodType.methodType(type), sam, implementation, instantiated);
            return site.getTarget().invoke();
        } catch (LambdaConversionException e) {
            return null;
        } catch (InternalError e) {
            // The class library spun a class that does not verify: there is nothing to compare with.
            return BROKEN;
        }
    }

    static Class<?> erased(Class<?> type) {
        return type.isPrimitive() ? type : Object.class;
    }

    /** True if both were made; tells if only one was, except where the class library refused because of a subtype. */
    static boolean bothMade(String key, Object real, Object spun, boolean subtypesMatter) {
        if (real == BROKEN) {
            return false;
        }
        if (real != null && spun != null) {
            return true;
        }
        if (real == null && spun != null && subtypesMatter) {
            subtypes++;
            return false;
        }
        refused++;
        compare(key, String.valueOf(real != null), String.valueOf(spun != null));
        return false;
    }

    static void parameters() throws Throwable {
        for (Class<?> instantiated : TYPES) {
            Class<?> sam = erased(instantiated);
            Class<?> type = Class.forName("Direct$In_".concat(sam.getSimpleName()));
            for (Class<?> implementation : TYPES) {
                String key = "in/".concat(instantiated.getSimpleName()).concat("/").concat(implementation.getSimpleName());
                MethodHandle handle = LOOKUP.findStatic(Direct.class, "in", MethodType.methodType(Object.class, implementation));
                Object real = real(type, MethodType.methodType(Object.class, sam), handle, MethodType.methodType(Object.class, instantiated));
                Object spun = spun(key, type);
                if (!bothMade(key, real, spun, !implementation.isPrimitive())) {
                    continue;
                }
                Method method = type.getMethod("m", sam);
                for (Object sample : SAMPLES) {
                    compare(key.concat(" of ").concat(describe(sample)), outcome(() -> method.invoke(real, sample)),
                        outcome(() -> method.invoke(spun, sample)));
                }
            }
        }
    }

    static void results() throws Throwable {
        Class<?>[] all = Arrays.copyOf(TYPES, TYPES.length + 1);
        all[TYPES.length] = void.class;
        for (Class<?> implementation : all) {
            MethodHandle handle = LOOKUP.findStatic(Direct.class, "out_".concat(implementation.getSimpleName()),
                MethodType.methodType(implementation));
            for (Class<?> instantiated : all) {
                for (Class<?> sam : new Class<?>[] {erased(instantiated), Integer.class, Number.class, int.class, long.class}) {
                    Class<?> type = Class.forName("Direct$Out_".concat(sam.getSimpleName()));
                    String key = "out/".concat(implementation.getSimpleName()).concat("/").concat(instantiated.getSimpleName())
                        .concat("/").concat(sam.getSimpleName());
                    Object real = real(type, MethodType.methodType(sam), handle, MethodType.methodType(instantiated));
                    Object spun = spun(key, type);
                    if (bothMade(key, real, spun, !instantiated.isPrimitive() || !sam.isPrimitive())) {
                        Method method = type.getMethod("m");
                        compare(key, outcome(() -> method.invoke(real)), outcome(() -> method.invoke(spun)));
                    }
                }
            }
        }
    }

    static void concat(int number, MethodType type, String recipe, Object[] constants, Object... arguments) throws Throwable {
        String key = "concat/".concat(String.valueOf(number));
        String refusal = SpinLink.refusal(key);
        MethodHandle real = null;
        try {
            real = StringConcatFactory.makeConcatWithConstants(LOOKUP, "x", type, recipe, constants).getTarget();
        } catch (StringConcatException e) {
            if (e.getCause() != null) {
                // The class library accepted the arguments and failed to generate: there is nothing to compare with.
                return;
            }
            // The messages of the class library differ between versions.
            compare(key, "refused", refusal == null ? "made" : "refused");
            return;
        }
        compare(key, "null", String.valueOf(refusal));
        MethodHandle spun = SpinLink.spun(LOOKUP, key, type);
        Object one = real.invokeWithArguments(arguments);
        Object other = spun.invokeWithArguments(arguments);
        compare(key, describe(one), describe(other));
        compare(key.concat(" identity"), String.valueOf(one == real.invokeWithArguments(arguments)),
            String.valueOf(other == spun.invokeWithArguments(arguments)));
        compare(key.concat(" shared"), String.valueOf(one == "" || one == "true" || one == "abc"),
            String.valueOf(other == "" || other == "true" || other == "abc"));
    }

    static void concats() throws Throwable {
        Object[] none = {};
        concat(0, MethodType.methodType(String.class), "abc", none);
        concat(1, MethodType.methodType(String.class), "", none);
        concat(2, MethodType.methodType(Object.class, int.class), "\1", none, 3);
        concat(3, MethodType.methodType(CharSequence.class, String.class), "\2<\1>\2", new Object[] {"x\1y\2", 42}, "s");
        concat(4, MethodType.methodType(String.class, int.class), "\1\1", none, 3);
        concat(5, MethodType.methodType(String.class, int.class), "x", none, 3);
        concat(6, MethodType.methodType(String.class, int.class), "\1", new Object[] {"more"}, 3);
        concat(7, MethodType.methodType(String.class, int.class), "\1\2\2", new Object[] {"less"}, 3);
        Class<?>[] many = new Class<?>[201];
        Arrays.fill(many, int.class);
        concat(8, MethodType.methodType(String.class, many), "\1".repeat(201), none);
        Class<?>[] wide = new Class<?>[101];
        Arrays.fill(wide, long.class);
        concat(9, MethodType.methodType(String.class, wide), "\1".repeat(101), none);
        String large = "\u20ac".repeat(21845);
        concat(10, MethodType.methodType(String.class, String.class), "\2\2\1\2", new Object[] {large, "a".repeat(30000), large}, "s");
        concat(11, MethodType.methodType(String.class, Object.class, Object.class), "\1\1", none, "", "");
        concat(12, MethodType.methodType(String.class, Boolean.class), "\1", none, true);
        concat(13, MethodType.methodType(String.class, int[].class), "\1", none, (Object) null);
        concat(14, MethodType.methodType(String.class, boolean.class), "\1", none, true);
    }

    public static void main(String[] args) throws Throwable {
        parameters();
        results();
        concats();
        System.out.println("checked ".concat(String.valueOf(checked)).concat(", refused ").concat(String.valueOf(refused))
            .concat(", refused for a subtype ").concat(String.valueOf(subtypes)));
        System.out.println("differences ".concat(String.valueOf(differences)));
    }
}
