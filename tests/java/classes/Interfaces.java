// Interfaces: default, static and private methods, diamonds, super calls, re-abstraction, functional ones, fields.
public class Interfaces {
    interface A { default String who() { return "A"; } default String hi() { return "hi " + who(); } }
    interface B extends A { default String who() { return "B"; } }
    interface C extends A { default String who() { return "C"; } }
    static class D implements B, C { public String who() { return B.super.who() + C.super.who() + "D"; } }
    static class E implements A, B {}
    static class F extends E implements C { public String who() { return "F" + super.who(); } }
    static class Plain { public String who() { return "Plain"; } }
    static class G extends Plain implements A {}
    interface ReAbstract extends A { String who(); }
    static class H implements ReAbstract { public String who() { return "H"; } }
    static abstract class Abs implements A { public abstract String who(); }

    interface Stack2 {
        int SIZE = compute();
        static int compute() { return 7; }
        static Stack2 create() {
            return new Stack2() {
                int n;
                public void push() { n++; }
                public int size() { return n; }
            };
        }
        void push();
        int size();
        default Stack2 push(int k) { for (int i = 0; i < k; i++) step(); return this; }
        private void step() { push(); log("step"); }
        private static void log(String s) { count++; }
    }

    static int count;

    interface Named { String name(); }
    interface Aged { int age(); default boolean adult() { return age() >= 18; } }
    record Person(String name, int age) implements Named, Aged, Comparable<Person> {
        public int compareTo(Person o) { return Integer.compare(age, o.age); }
    }

    @FunctionalInterface interface Tri<X, Y, Z, R> { R apply(X x, Y y, Z z); default Tri<X, Y, Z, String> text() { return (x, y, z) -> "<" + apply(x, y, z) + ">"; } }

    interface Shape { double area(); default int compare(Shape o) { return Double.compare(area(), o.area()); } }
    interface Clone2 extends Cloneable { Object copy() throws CloneNotSupportedException; }
    static class Cloned implements Clone2 {
        int[] data = {1, 2, 3};
        int v = 5;
        public Cloned copy() throws CloneNotSupportedException { return (Cloned) super.clone(); }
    }
    static class NotCloneable { Object c() throws CloneNotSupportedException { return clone(); } }

    static <T extends Named & Aged> String both(T t) { return t.name() + t.age() + t.adult(); }

    static void iface(A a) { System.out.println(a.getClass().getSimpleName() + ": " + a.who() + " " + a.hi()); }

    public static void main(String[] args) throws Exception {
        for (A a : new A[] {new D(), new E(), new F(), new G(), new H(), new A() {}, new Abs() { public String who() { return "anon Abs"; } }}) {
            if (a.getClass().getSimpleName().isEmpty()) System.out.println("anonymous: " + a.hi());
            else iface(a);
        }
        A lambdaLike = new A() { @Override public String who() { return "local " + A.super.who(); } };
        System.out.println(lambdaLike.hi());
        Stack2 s = Stack2.create().push(3);
        s.push();
        System.out.println(s.size() + " " + count + " " + Stack2.SIZE);
        Person p = new Person("Ann", 20), q = new Person("Bob", 9);
        System.out.println(both(p) + " " + both(q) + " " + p.compareTo(q));
        Tri<Integer, Integer, Integer, Integer> sum = (x, y, z) -> x + y + z;
        System.out.println(sum.text().apply(1, 2, 3) + " " + sum.apply(4, 5, 6));
        Shape sq = () -> 4, circle = () -> Math.PI;
        System.out.println(sq.compare(circle) + " " + circle.compare(sq));
        Cloned c = new Cloned(), d = c.copy();
        d.v++;
        d.data[0] = 99;
        System.out.println(c.v + " " + d.v + " " + c.data[0] + " " + (c.data == d.data) + " " + (c == d));
        try {
            new NotCloneable().c();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        int[] arr = {1, 2, 3};
        int[] copy = arr.clone();
        copy[0] = 9;
        int[][] deep = {{1}, {2}};
        int[][] shallow = deep.clone();
        shallow[0][0] = 7;
        System.out.println(arr[0] + " " + deep[0][0] + " " + (deep[1] == shallow[1]));
        Object o = p;
        System.out.println((o instanceof Named) + " " + (o instanceof Runnable) + " " + (o instanceof Comparable<?>) + " " + (o instanceof Record));
        Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("intersection lambda");
        r.run();
        System.out.println(r instanceof java.io.Serializable);
        Iterable<Integer> range = () -> java.util.stream.IntStream.range(0, 4).iterator();
        for (int i : range) System.out.print(i + " ");
        System.out.println();
    }
}
