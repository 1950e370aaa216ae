import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Runs the methods r… of an assembled class R, all of which end in a null dereference, and prints for each the class and
 * method of the exception's top frame and the message. Then the same for D, whose code makes constants dynamically.
 */
public class RunRandom {
    public static CallSite nothing(MethodHandles.Lookup lookup, String name, MethodType type) {
        return new ConstantCallSite(MethodHandles.empty(type));
    }

    public static Object nothing(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return null;
    }

    static Object object(Class<?> type) throws Exception {
        Object made = type.getConstructor().newInstance();
        Object several = Array.newInstance(type, 10);
        for (int i = 0; i < 10; i++) { Array.set(several, i, made); }
        int[] numbers = new int[10];
        for (int i = 0; i < 10; i++) { numbers[i] = i * 7 % 10; }
        type.getField("f").set(made, made);
        type.getField("a").set(made, several);
        type.getField("za").set(made, Array.newInstance(type, 10));
        type.getField("ia").set(made, numbers);
        type.getField("i").setInt(made, 1);
        type.getField("s").set(null, made);
        return made;
    }

    public static void main(String[] args) throws Exception {
        Object receiver = object(Class.forName("R"));
        StringBuilder out = new StringBuilder();
        for (String name : new String[] {"R", "D"}) {
            Class<?> type;
            try { type = Class.forName(name); } catch (ClassNotFoundException e) { continue; }
            Method[] methods = type.getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                if (!method.getName().matches("r\\d+")) { continue; }
                try {
                    boolean isStatic = Modifier.isStatic(method.getModifiers());
                    method.invoke(isStatic ? null : receiver, 1, receiver, null, 2L);
                    throw new IllegalStateException(method + " throws nothing");
                } catch (InvocationTargetException e) {
                    if (!(e.getCause() instanceof NullPointerException)) { throw e; }
                    StackTraceElement top = e.getCause().getStackTrace()[0];
                    String message = e.getCause().getMessage();
                    out.append(top.getClassName()).append('\t').append(top.getMethodName()).append('\t');
                    out.append(message == null ? "(none)" : message).append('\n');
                }
            }
        }
        System.out.write(out.toString().getBytes("UTF-8"));
        System.out.flush();
    }
}
