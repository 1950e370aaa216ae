// A small container in the manner of frameworks: annotations, constructors, fields, proxies with advice, event methods.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class Injection {
    @Retention(RetentionPolicy.RUNTIME) @interface Inject {}
    @Retention(RetentionPolicy.RUNTIME) @interface Bean { String value() default ""; }
    @Retention(RetentionPolicy.RUNTIME) @interface Logged {}
    @Retention(RetentionPolicy.RUNTIME) @interface On { Class<?> value(); int order() default 0; }

    interface Greeter { @Logged String greet(String n); String plain(); }
    @Bean static class Clock { int ticks; int tick() { return ++ticks; } }
    @Bean("greeter") static class GreeterImpl implements Greeter {
        private final Clock clock;
        @Inject GreeterImpl(Clock clock) { this.clock = clock; }
        public String greet(String n) { if (n.isEmpty()) throw new IllegalArgumentException("nobody"); return "hello " + n + " at " + clock.tick(); }
        public String plain() { return "plain " + clock.tick(); }
    }
    @Bean static class App {
        @Inject private Greeter greeter;
        @Inject Clock clock;
        int notInjected = 5;
        String run() { return greeter.greet("app") + "; " + greeter.plain() + "; " + clock.tick(); }
        @On(String.class) void onString(String s) { log.add("string " + s); }
        @On(value = Integer.class, order = 2) private void later(Integer i) { log.add("later " + i); }
        @On(value = Integer.class, order = 1) void first(Integer i) { log.add("first " + i); }
        @On(Object.class) void any(Object o) { log.add("any " + o); }
    }
    static class Missing { @Inject Runnable r; }
    static class Circle1 { @Inject Circle1(Circle2 c) {} }
    static class Circle2 { @Inject Circle2(Circle1 c) {} }

    static final List<String> log = new ArrayList<>();

    static class Container {
        final Map<Class<?>, Object> made = new LinkedHashMap<>();
        final Set<Class<?>> busy = new LinkedHashSet<>();
        final List<Class<?>> known;
        Container(Class<?>... cs) { known = List.of(cs); }
        <T> T get(Class<T> type) throws ReflectiveOperationException {
            for (Class<?> c : known) if (type.isAssignableFrom(c)) return type.cast(type.isInterface() ? advise(type, make(c)) : make(c));
            throw new NoSuchElementException("no bean for " + type.getSimpleName());
        }
        Object make(Class<?> c) throws ReflectiveOperationException {
            if (made.containsKey(c)) return made.get(c);
            if (!busy.add(c)) throw new IllegalStateException("circle through " + c.getSimpleName());
            Constructor<?> chosen = null;
            for (Constructor<?> k : c.getDeclaredConstructors()) if (k.isAnnotationPresent(Inject.class) || k.getParameterCount() == 0) chosen = k;
            Object[] args = new Object[chosen.getParameterCount()];
            for (int i = 0; i < args.length; i++) args[i] = get(chosen.getParameterTypes()[i]);
            chosen.setAccessible(true);
            Object o = chosen.newInstance(args);
            for (Field f : c.getDeclaredFields()) if (f.isAnnotationPresent(Inject.class)) { f.setAccessible(true); f.set(o, get(f.getType())); }
            busy.remove(c);
            made.put(c, o);
            return o;
        }
        Object advise(Class<?> type, Object target) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> {
                boolean logged = m.isAnnotationPresent(Logged.class);
                if (logged) log.add("enter " + m.getName());
                try {
                    return m.invoke(target, a);
                } catch (InvocationTargetException e) {
                    if (logged) log.add("failed " + e.getCause().getMessage());
                    throw e.getCause();
                } finally {
                    if (logged) log.add("leave " + m.getName());
                }
            });
        }
        void publish(Object event) throws ReflectiveOperationException {
            List<Object[]> hits = new ArrayList<>();
            for (Object bean : made.values()) for (Method m : bean.getClass().getDeclaredMethods()) {
                On on = m.getAnnotation(On.class);
                if (on != null && on.value().isInstance(event)) hits.add(new Object[] {bean, m, on.order(), m.getName()});
            }
            hits.sort(Comparator.comparing((Object[] h) -> (Integer) h[2]).thenComparing(h -> (String) h[3]));
            for (Object[] h : hits) { Method m = (Method) h[1]; m.setAccessible(true); m.invoke(h[0], event); }
        }
    }

    public static void main(String[] args) throws Exception {
        Container c = new Container(Clock.class, GreeterImpl.class, App.class, Missing.class, Circle1.class, Circle2.class);
        App app = c.get(App.class);
        System.out.println(app.run() + " " + log);
        System.out.println((c.get(App.class) == app) + " " + c.get(Clock.class).ticks + " " + app.notInjected + " " + GreeterImpl.class.getAnnotation(Bean.class).value());
        log.clear();
        try { c.get(Greeter.class).greet(""); } catch (IllegalArgumentException e) { System.out.println(e.getMessage() + " " + log); }
        log.clear();
        c.publish("text");
        c.publish(42);
        c.publish(1.5);
        System.out.println(log);
        try { c.get(Missing.class); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { c.get(Circle1.class); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        StringBuilder sb = new StringBuilder();
        for (Class<?> k : c.made.keySet()) sb.append(k.getSimpleName()).append(' ');
        System.out.println(sb);
    }
}
