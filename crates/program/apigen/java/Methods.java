import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lists the public instance methods of the classes named on standard input: class, name, result, parameters, which parameters the object
 * itself can be, an interface that has the method, and whether it looks at its caller. Sorted, so that it is the same on every run.
 */
public final class Methods {
    private static final String[] PACKAGES = {
        "java.lang.", "java.util.", "java.util.concurrent.", "java.util.concurrent.atomic.", "java.util.concurrent.locks.", "java.io.",
        "java.nio.", "java.nio.charset.", "java.text.", "java.time.", "java.time.format.", "java.util.regex.", "java.util.zip.", "java.util.stream.",
        "java.util.function.", "java.lang.reflect.", "java.lang.invoke.", "java.security.", "java.math.", "java.lang.ref.", "",
    };

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String name = in.readLine(); name != null; name = in.readLine()) {
            list(name, find(name));
        }
    }

    private static Class<?> find(String name) {
        for (String prefix : PACKAGES) {
            try {
                return Class.forName(prefix + name.replace('.', prefix.isEmpty() ? '.' : '$'));
            } catch (ClassNotFoundException e) {
                continue;
            }
        }
        System.out.println(name + "\t?");
        return Object.class;
    }

    private static void list(String name, Class<?> c) {
        Method[] all = c.getMethods();
        Arrays.sort(all, Comparator.comparing(Method::getName).thenComparing(m -> Arrays.toString(m.getParameterTypes())));
        Map<String, Method> methods = new LinkedHashMap<>();
        for (Method m : all) {
            // The hash codes of enums, and of collections that are neither lists nor sets, are those of identities.
            boolean isIdentity = m.getName().equals("hashCode") && (c == java.util.Collection.class || c == java.util.Queue.class || c.isEnum());
            // `compareTo`: javac knows of which enum, reflection does not.
            isIdentity |= m.getDeclaringClass() == Enum.class;
            if (m.getDeclaringClass() == Object.class || Modifier.isStatic(m.getModifiers()) || isIdentity) {
                continue;
            }
            String key = m.getName() + Arrays.toString(m.getParameterTypes());
            Method known = methods.get(key);
            // Bridges are what classes have for methods of superclasses that are not public, too.
            if (known == null || known.isBridge() && !m.isBridge() || known.getReturnType().isAssignableFrom(m.getReturnType()) && !m.isBridge()) {
                methods.put(key, m);
            }
        }
        for (Method m : methods.values()) {
            if (m.isBridge() && methods.values().stream().anyMatch(other -> !other.isBridge() && isNarrower(other, m))) {
                continue;
            }
            StringBuilder parameters = new StringBuilder();
            StringBuilder self = new StringBuilder();
            for (Class<?> p : m.getParameterTypes()) {
                parameters.append(parameters.length() == 0 ? "" : ",").append(p.getCanonicalName());
                self.append(p != Object.class && p.isAssignableFrom(c) ? 's' : '-');
            }
            System.out.println(String.join("\t", name, m.getName(), m.getReturnType().getCanonicalName(), parameters, self,
                interfaceOf(c, m), looksAtCaller(m) ? "c" : "-"));
        }
    }

    /** Whether the bridge leads to the method: by another name of the same one, javac would not find it. */
    private static boolean isNarrower(Method method, Method bridge) {
        Class<?>[] narrow = method.getParameterTypes();
        Class<?>[] wide = bridge.getParameterTypes();
        boolean same = method.getName().equals(bridge.getName()) && narrow.length == wide.length;
        for (int i = 0; same && i < wide.length; i++) {
            same = wide[i].isAssignableFrom(narrow[i]);
        }
        return same;
    }

    /** The canonical name of a public interface of the class that declares the method with the same types, or `-`. */
    private static String interfaceOf(Class<?> c, Method m) {
        ArrayDeque<Class<?>> todo = new ArrayDeque<>();
        todo.add(c);
        while (!todo.isEmpty()) {
            Class<?> at = todo.poll();
            if (at.isInterface() && Modifier.isPublic(at.getModifiers()) && !at.isSealed()) {
                try {
                    at.getMethod(m.getName(), m.getParameterTypes());
                    return at.getCanonicalName();
                } catch (NoSuchMethodException e) {
                    // Another one may have it.
                }
            }
            todo.addAll(Arrays.asList(at.getInterfaces()));
            if (at.getSuperclass() != null) {
                todo.add(at.getSuperclass());
            }
        }
        return "-";
    }

    /** Whether reflection and handles do not call it as code does: it looks at its caller, or its class is not public. */
    private static boolean looksAtCaller(Method m) {
        if (!Modifier.isPublic(m.getDeclaringClass().getModifiers())) {
            return true;
        }
        for (Annotation a : m.getDeclaredAnnotations()) {
            if (a.annotationType().getSimpleName().equals("CallerSensitive")) {
                return true;
            }
        }
        return false;
    }
}
