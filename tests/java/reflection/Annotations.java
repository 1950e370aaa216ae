// Annotations at run time: every element type, defaults, repeated, inherited, on all targets, equality and text.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class Annotations {
    enum Level { LOW, HIGH }
    @Retention(RetentionPolicy.RUNTIME) @interface Inner { int value() default 3; }
    @Retention(RetentionPolicy.RUNTIME) @interface Full {
        boolean z() default true; byte b() default 1; short s() default 2; char c() default 'c'; int i() default 4; long l() default 5; float f() default 6.5f; double d() default 7.5;
        String str() default "text"; Class<?> cls() default String.class; Level level() default Level.LOW; Inner inner() default @Inner(9);
        int[] ints() default {1, 2}; String[] strs() default {}; Class<?>[] classes() default {int.class, void.class}; Level[] levels() default {Level.HIGH}; Inner[] inners() default {@Inner, @Inner(5)};
    }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Inh { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @interface Tag { String value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Tags { Tag[] value(); }
    @Retention(RetentionPolicy.CLASS) @interface NotVisible {}
    @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.TYPE_USE) @interface Use { int value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Marker {}

    @Inh("base") @Tag("a") @Tag("b") @NotVisible static class Base { @Marker public int field; @Full(i = 99, str = "given", ints = 7, level = Level.HIGH) public void m(@Inner(1) String p, @Marker @Inner int q, int none) {} @Deprecated public @Use(4) String old() { return null; } @Marker Base() {} }
    @Tag("single") static class Sub extends Base {}
    @Inh("own") static class Sub2 extends Base {}

    public static void main(String[] args) throws Throwable {
        Full f = Base.class.getMethod("m", String.class, int.class, int.class).getAnnotation(Full.class);
        System.out.println(f.z() + " " + f.b() + f.s() + f.c() + f.i() + f.l() + f.f() + f.d() + f.str() + f.cls() + f.level() + f.inner().value() + Arrays.toString(f.ints()) + f.strs().length + Arrays.toString(f.classes()) + Arrays.toString(f.levels()) + f.inners()[1].value());
        System.out.println(f.annotationType().getSimpleName() + " " + f.equals(Base.class.getMethod("m", String.class, int.class, int.class).getAnnotation(Full.class)) + " " + (f.ints() == f.ints()) + " " + f.inner().equals(f.inners()[1]) + " " + (f instanceof Annotation) + " " + Proxy.isProxyClass(f.getClass()));
        System.out.println(Base.class.getAnnotation(Inh.class) + " " + Sub.class.getAnnotation(Inh.class).value() + " " + Sub2.class.getAnnotation(Inh.class).value() + " " + Sub.class.getDeclaredAnnotation(Inh.class) + " " + Base.class.getAnnotation(NotVisible.class));
        System.out.println(Base.class.getAnnotationsByType(Tag.class).length + " " + Sub.class.getAnnotationsByType(Tag.class)[0].value() + " " + Base.class.getAnnotation(Tag.class) + " " + Base.class.getAnnotation(Tags.class).value()[1].value() + " " + Sub2.class.getAnnotationsByType(Tag.class).length);
        System.out.println(Base.class.getAnnotations().length + " " + Sub.class.getAnnotations().length + " " + Sub.class.getDeclaredAnnotations().length);
        Annotation[][] ps = Base.class.getMethod("m", String.class, int.class, int.class).getParameterAnnotations();
        System.out.println(ps.length + " " + ps[0].length + ps[1].length + ps[2].length + " " + ((Inner) ps[0][0]).value() + " " + ps[1][1]);
        System.out.println(Base.class.getField("field").isAnnotationPresent(Marker.class) + " " + Base.class.getField("field").getAnnotation(Marker.class) + " " + Base.class.getDeclaredConstructor().isAnnotationPresent(Marker.class) + " " + Base.class.getMethod("old").isAnnotationPresent(Deprecated.class));
        System.out.println(((Use) Base.class.getMethod("old").getAnnotatedReturnType().getAnnotations()[0]).value() + " " + Base.class.getMethod("old").getAnnotation(Deprecated.class).since().isEmpty());
        System.out.println(Sub.class.getAnnotation(Tag.class) + " " + Sub.class.getAnnotation(Tag.class).hashCode() + " " + Base.class.getField("field").getAnnotation(Marker.class).hashCode() + " " + f.inner() + " " + Level.class.isAnnotationPresent(Inner.class));
        System.out.println(Full.class.getMethod("i").getDefaultValue() + " " + Full.class.getMethod("level").getDefaultValue() + " " + Inh.class.getMethod("value").getDefaultValue() + " " + Inner.class.isAnnotation() + " " + Inh.class.isAnnotationPresent(Inherited.class) + " " + Tag.class.getAnnotation(Retention.class).value());
        System.out.println(FunctionalInterface.class.isAnnotation() + " " + Runnable.class.isAnnotationPresent(FunctionalInterface.class) + " " + Comparator.class.getAnnotations().length);
        Inner made = new Inner() { public int value() { return 9; } public Class<? extends Annotation> annotationType() { return Inner.class; } };
        System.out.println(f.inner().equals(made));
        TreeSet<String> elements = new TreeSet<>();
        for (Method m : Full.class.getDeclaredMethods()) elements.add(m.getName() + ":" + m.getReturnType().getSimpleName());
        System.out.println(elements);
        Object o = InvocationHandler.class.cast(Proxy.getInvocationHandler(f)).invoke(f, Full.class.getMethod("str"), null);
        System.out.println(o);
    }
}
