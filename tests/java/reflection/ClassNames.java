// Class objects of every kind: names, simple names, modifiers, hierarchy, nesting.
import java.lang.reflect.Modifier;
import java.util.*;
import java.util.function.Supplier;

public class ClassNames {
    static class Nested {}
    class Inner { class Deep {} }
    interface Face<T> {}
    enum Kind { A, B { } }
    record Rec(int x) {}
    @interface Note {}
    static abstract class Abs implements Face<String>, Runnable {}
    private static final class Fin extends Abs { public void run() {} }
    sealed interface Seal permits One {}
    record One() implements Seal {}
    static Object anon = new Object() {};
    static Supplier<Class<?>> inLambda = () -> { class InLambda {} return InLambda.class; };
    static Class<?> local() { class Local {} return Local.class; }
    Object anonInCtor;
    ClassNames() { anonInCtor = new Runnable() { public void run() {} }; }

    static String flags(Class<?> c) {
        return (c.isInterface() ? "i" : "") + (c.isArray() ? "a" : "") + (c.isPrimitive() ? "p" : "") + (c.isEnum() ? "e" : "") + (c.isRecord() ? "r" : "") + (c.isAnnotation() ? "@" : "")
            + (c.isAnonymousClass() ? "?" : "") + (c.isLocalClass() ? "l" : "") + (c.isMemberClass() ? "m" : "") + (c.isSealed() ? "s" : "") + (c.isSynthetic() ? "y" : "") + (c.isHidden() ? "h" : "");
    }

    static void show(Class<?> c) {
        System.out.println(c + " | " + c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName() + " | " + c.getCanonicalName() + " | " + c.getPackageName() + " | " + c.toGenericString() + " | " + flags(c) + " | " + Modifier.toString(c.getModifiers())
            + " | " + c.getSuperclass() + " | " + Arrays.toString(c.getInterfaces()) + " | " + c.getDeclaringClass() + " | " + c.getEnclosingClass() + " | " + c.descriptorString());
    }

    public static void main(String[] args) throws Exception {
        Class<?>[] cs = {ClassNames.class, Nested.class, Inner.class, Inner.Deep.class, Face.class, Kind.class, Kind.B.getClass(), Rec.class, Note.class, Abs.class, Fin.class, Seal.class, One.class, anon.getClass(), inLambda.get(), local(), new ClassNames().anonInCtor.getClass(),
            int.class, void.class, boolean.class, long[].class, String.class, String[][].class, Object.class, Runnable.class, Map.Entry.class, Map.Entry[].class, Nested[].class, ArrayList.class, Integer.class, char[][][].class, Override.class, Thread.State.class};
        for (Class<?> c : cs) show(c);
        System.out.println(local().getEnclosingMethod() + " " + new ClassNames().anonInCtor.getClass().getEnclosingConstructor() + " " + anon.getClass().getEnclosingMethod());
        System.out.println(int[].class.getComponentType() + " " + int[][].class.componentType() + " " + String.class.arrayType() + " " + int.class.arrayType().getSimpleName() + " " + String.class.getComponentType());
        System.out.println(int[].class.getSuperclass() + " " + Arrays.toString(int[].class.getInterfaces()) + " " + Object[].class.isAssignableFrom(String[].class) + " " + Object.class.isAssignableFrom(int[].class) + " " + Object[].class.isAssignableFrom(int[].class) + " " + long.class.isAssignableFrom(int.class));
        System.out.println(Number.class.isInstance(1) + " " + int.class.isInstance(1) + " " + Cloneable.class.isInstance(new int[0]) + " " + Abs.class.isAssignableFrom(Fin.class) + " " + Face.class.isAssignableFrom(Fin.class));
        for (String n : new String[] {"java.lang.String", "[I", "[Ljava.lang.String;", "ClassNames$Nested", "[[LClassNames$Rec;", "int", "java/lang/String", "ClassNames.Nested", "[Lint;", "", "[V"}) {
            try {
                System.out.println(n + " -> " + Class.forName(n));
            } catch (ClassNotFoundException e) {
                System.out.println(n + " -> not found: " + e.getMessage());
            }
        }
        System.out.println((Class.forName("ClassNames") == ClassNames.class) + " " + (new int[0].getClass() == int[].class) + " " + (Integer.TYPE == int.class) + " " + (void.class == Void.TYPE));
        System.out.println(Arrays.toString(Kind.class.getEnumConstants()) + " " + Kind.B.getClass().getEnumConstants() + " " + Kind.B.getDeclaringClass() + " " + Rec.class.getRecordComponents().length + " " + Nested.class.getNestHost() + " " + Nested.class.isNestmateOf(Inner.class));
        System.out.println(String.class.getClassLoader() + " " + (ClassNames.class.getClassLoader() != null) + " " + int.class.getClassLoader() + " " + String.class.getModule() + " " + ClassNames.class.getModule().isNamed() + " " + int[].class.getModule().getName());
        System.out.println(Fin.class.cast(new Fin()) != null);
        try { String.class.cast(1); } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        try { Fin.class.asSubclass(String.class); } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        List<String> names = new ArrayList<>();
        for (Class<?> c : ClassNames.class.getDeclaredClasses()) names.add(c.getSimpleName());
        Collections.sort(names);
        System.out.println(names);
        System.out.println(ClassNames.class.getPackage().getName().isEmpty() + " " + String.class.getPackage().getName() + " " + int.class.getPackageName() + " " + String.class.desiredAssertionStatus());
        System.out.println(ClassNames.class.hashCode() == ClassNames.class.hashCode());
    }
}
