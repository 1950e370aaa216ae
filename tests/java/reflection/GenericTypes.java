// Generic signatures by reflection: type variables, parameterised types, wildcards, arrays, bounds, supertypes.
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class GenericTypes<A, B extends Number & Comparable<B>> {
    static class Base<T> { T field; List<T[]> lists; }
    static class Sub<K> extends Base<Map<K, String>> implements Comparable<Sub<K>>, Supplier<int[]> { public int compareTo(Sub<K> o) { return 0; } public int[] get() { return null; } }
    class Inner<C> { A a; C c; GenericTypes<A, B>.Inner<C> self; }
    static abstract class Token<T> { Type type() { return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0]; } }
    <X extends Exception, Y extends List<? super X>> Map<? extends X, Y[]> method(X x, Y y, List<?> any, int[] prim, A a, Class<? extends Enum<?>>... more) throws X { return null; }
    record Rec<T>(List<T> items, int n) {}

    static String kind(Type t) {
        if (t instanceof Class<?> c) return "Class(" + c.getSimpleName() + ")";
        if (t instanceof ParameterizedType p) { StringBuilder sb = new StringBuilder("Param(" + kind(p.getRawType())); for (Type a : p.getActualTypeArguments()) sb.append(", ").append(kind(a)); return sb + (p.getOwnerType() == null ? "" : " of " + kind(p.getOwnerType())) + ")"; }
        if (t instanceof TypeVariable<?> v) return "Var(" + v.getName() + ")";
        if (t instanceof WildcardType w) return "Wild(" + kinds(w.getUpperBounds()) + "/" + kinds(w.getLowerBounds()) + ")";
        if (t instanceof GenericArrayType g) return "Array(" + kind(g.getGenericComponentType()) + ")";
        return "?";
    }
    static String kinds(Type[] ts) { StringBuilder sb = new StringBuilder(); for (Type t : ts) sb.append(kind(t)).append(';'); return sb.toString(); }

    public static void main(String[] args) throws Exception {
        for (TypeVariable<?> v : GenericTypes.class.getTypeParameters()) System.out.println(v + " " + kinds(v.getBounds()) + " " + v.getGenericDeclaration());
        System.out.println(kind(Sub.class.getGenericSuperclass()) + " " + kinds(Sub.class.getGenericInterfaces()) + " " + Sub.class.getGenericSuperclass());
        System.out.println(kind(Base.class.getDeclaredField("field").getGenericType()) + " " + kind(Base.class.getDeclaredField("lists").getGenericType()) + " " + Base.class.getDeclaredField("lists").getType());
        for (String f : new String[] {"a", "c", "self"}) System.out.println(kind(GenericTypes.Inner.class.getDeclaredField(f).getGenericType()) + " " + GenericTypes.Inner.class.getDeclaredField(f).getGenericType());
        Method m = null;
        for (Method x : GenericTypes.class.getDeclaredMethods()) if (x.getName().equals("method")) m = x;
        System.out.println(m.toGenericString());
        System.out.println(m);
        for (Type t : m.getGenericParameterTypes()) System.out.println("  " + kind(t) + " " + t.getTypeName());
        System.out.println(kind(m.getGenericReturnType()) + " " + kinds(m.getGenericExceptionTypes()) + " " + m.getTypeParameters().length + " " + kinds(m.getTypeParameters()[1].getBounds()));
        System.out.println(new Token<Map<String, List<Integer>>>() {}.type() + " " + kind(new Token<int[][]>() {}.type()) + " " + new Token<List<?>[]>() {}.type());
        System.out.println(new Token<List<String>>() {}.type().equals(new Token<List<String>>() {}.type()) + " " + new Token<List<String>>() {}.type().equals(new Token<List<Integer>>() {}.type()));
        for (RecordComponent r : Rec.class.getRecordComponents()) System.out.println(r.getName() + " " + kind(r.getGenericType()) + " " + r.getAccessor() + " " + r.getType().getSimpleName() + " " + r.getGenericSignature());
        System.out.println(kinds(ArrayList.class.getGenericInterfaces()) + " " + kind(Integer.class.getGenericInterfaces()[0]) + " " + Enum.class.getTypeParameters()[0].getBounds()[0]);
        System.out.println(Map.class.toGenericString() + " | " + GenericTypes.class.toGenericString() + " | " + Comparable[].class.toGenericString());
        System.out.println(kind(Collections.class.getMethod("max", Collection.class).getGenericReturnType()) + " " + Collections.class.getMethod("max", Collection.class).toGenericString());
        ParameterizedType entry = (ParameterizedType) ((ParameterizedType) Map.class.getMethod("entrySet").getGenericReturnType()).getActualTypeArguments()[0];
        System.out.println(entry + " " + entry.getOwnerType() + " " + entry.getRawType());
    }
}
