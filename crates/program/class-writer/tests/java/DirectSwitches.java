import java.lang.Enum.EnumDesc;
import java.lang.constant.ClassDesc;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.SwitchBootstraps;
import java.util.List;
import spinlink.SpinLink;

/**
 * Calls the switch bootstrap methods of the class library with labels that no compiler makes, and compares with what was
 * spun for the same labels, for many targets and every restart index. Prints the differences.
 */
public class DirectSwitches {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static int checked, differences;

    enum Color { RED, GREEN, BLUE { @Override public String toString() { return "deep"; } } }
    enum Other { RED }

    static final Object[] TARGETS = {null, "a", "", "1", "RED", 1, -1, 1L, 1.9, 1f, (byte) 1, (short) 1, 'a', (char) 1, true,
        false, Color.RED, Color.GREEN, Color.BLUE, Other.RED, new int[0], new Object[0], new String[0], new int[0][0],
        new java.math.BigInteger("4294967297"), Color.class, List.of()};

    static EnumDesc<?> constant(String type, String name) {
        return EnumDesc.of(ClassDesc.of(type), name);
    }

    static String outcome(MethodHandle handle, Object target, int restart) {
        try {
            return String.valueOf(handle.invoke(target, restart));
        } catch (Throwable e) {
            return e.toString();
        }
    }

    static void compare(String what, String expected, String actual) {
        checked++;
        if (!expected.equals(actual)) {
            differences++;
            System.out.println(what + ": expected " + expected + ", spun gives " + actual);
        }
    }

    static void typeSwitch(int number, Class<?> selector, Object[] targets, Object... labels) throws Throwable {
        MethodType type = MethodType.methodType(int.class, selector, int.class);
        CallSite real = SwitchBootstraps.typeSwitch(LOOKUP, "x", type, labels);
        run("type/" + number, type, real.getTarget(), targets, labels.length);
    }

    static void enumSwitch(int number, Object... labels) throws Throwable {
        MethodType type = MethodType.methodType(int.class, Color.class, int.class);
        CallSite real;
        try {
            real = SwitchBootstraps.enumSwitch(LOOKUP, "x", type, labels);
        } catch (IllegalArgumentException e) {
            compare("enum/" + number, "refused", SpinLink.refusal("enum/" + number) == null ? "made" : "refused");
            return;
        }
        Object[] targets = {null, Color.RED, Color.GREEN, Color.BLUE};
        run("enum/" + number, type, real.getTarget(), targets, labels.length);
    }

    static void run(String key, MethodType type, MethodHandle real, Object[] targets, int count) throws Throwable {
        MethodHandle spun = SpinLink.spun(LOOKUP, key, type);
        for (Object target : targets) {
            for (int restart = -2; restart <= count + 2; restart++) {
                compare(key + " " + target + " from " + restart, outcome(real, target, restart), outcome(spun, target, restart));
            }
        }
    }

    public static void main(String[] args) throws Throwable {
        String color = "DirectSwitches$Color";
        typeSwitch(0, Object.class, TARGETS);
        typeSwitch(1, Object.class, TARGETS, Integer.class, Number.class, String.class, int[].class, int[][].class,
            Object[].class, Enum.class, Color.class, List.class, Object.class);
        typeSwitch(2, Object.class, TARGETS, 1, "a", "", "1", 97, -1, 1);
        typeSwitch(3, Object.class, TARGETS, constant(color, "BLUE"), constant("no.such.Class", "RED"),
            constant(color, "MISSING"), constant("DirectSwitches$Other", "RED"), constant("java.lang.String", "RED"),
            constant(color, "RED"), constant(color, "RED"), Enum.class);
        typeSwitch(4, Number.class, new Object[] {null, 1, 2L, 1.5}, Number.class, Integer.class);
        typeSwitch(5, Comparable.class, new Object[] {null, 1, "a", 'a', Color.RED}, "a", 97, constant(color, "RED"), Comparable.class);
        enumSwitch(0);
        enumSwitch(1, "BLUE", "GREEN", "RED", "MISSING");
        enumSwitch(2, "MISSING");
        enumSwitch(3, "BLUE", Color.class, "RED");
        enumSwitch(4, Color.class, Color.class);
        enumSwitch(5, "BLUE", Other.class);
        enumSwitch(6, "RED", 1);
        enumSwitch(7, "RED", "RED", "GREEN", "GREEN");
        System.out.println("checked " + checked);
        System.out.println("differences " + differences);
    }
}
