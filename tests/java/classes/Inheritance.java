// Inheritance: overriding, hiding of fields and statics, super calls, abstract classes, toString and equals.
public class Inheritance {
    static abstract class Animal {
        protected String name = "animal";
        static String kind() { return "animal kind"; }
        String who() { return name; }
        abstract String sound();
        String speak() { return who() + " says " + sound(); }
        private String secret() { return "animal secret"; }
        String tell() { return secret(); }
        @Override public String toString() { return getClass().getSimpleName() + "(" + name + ")"; }
    }

    static class Dog extends Animal {
        protected String name = "dog";
        static String kind() { return "dog kind"; }
        String sound() { return "woof"; }
        String secret() { return "dog secret"; }
        String both() { return name + "/" + super.name + "/" + ((Animal) this).name; }
    }

    static class Puppy extends Dog {
        Puppy() { name = "puppy"; }
        @Override String who() { return "little " + super.who(); }
        @Override String sound() { return super.sound().toUpperCase(); }
        @Override String speak() { return "(" + super.speak() + ")"; }
    }

    static class Point {
        final int x, y;
        Point(int x, int y) { this.x = x; this.y = y; }
        Point() { this(1, 2); }
        @Override public boolean equals(Object o) { return o instanceof Point p && p.x == x && p.y == y; }
        @Override public int hashCode() { return 31 * x + y; }
    }

    static class Point3 extends Point {
        int z;
        Point3(int x, int y, int z) { super(x, y); this.z = z; }
        Point3() { z = 9; }
        Point moved() { return this; }
    }

    static class Covariant extends Point3 {
        @Override Covariant moved() { return new Covariant(); }
    }

    static class A { String f(Object o) { return "A.f(Object)"; } String f(String s) { return "A.f(String)"; } }
    static class B extends A { @Override String f(Object o) { return "B.f(Object)"; } String f(Integer i) { return "B.f(Integer)"; } }

    public static void main(String[] args) {
        Animal[] zoo = {new Dog(), new Puppy()};
        for (Animal a : zoo) {
            System.out.println(a + " " + a.name + " " + a.who() + " " + a.speak() + " " + a.tell());
            System.out.println(((Dog) a).name + " " + ((Dog) a).both() + " " + ((Dog) a).secret());
        }
        System.out.println(Animal.kind() + " " + Dog.kind() + " " + Puppy.kind());
        Point p = new Point(1, 2), q = new Point();
        System.out.println(p.equals(q) + " " + (p == q) + " " + (p.hashCode() == q.hashCode()) + " " + p.equals(null) + " " + p.equals("x"));
        Point3 r = new Point3();
        System.out.println(r.x + " " + r.y + " " + r.z + " " + p.equals(r) + " " + new Point3(3, 4, 5).z);
        Point3 c = new Covariant();
        System.out.println(c.moved().getClass().getSimpleName() + " " + (c.moved() == c));
        A a = new B();
        Object str = "s";
        System.out.println(a.f("s") + " " + a.f(str) + " " + a.f(1) + " " + new B().f(1) + " " + new B().f("s") + " " + new B().f((Object) 1));
        System.out.println((a instanceof A) + " " + (a instanceof B) + " " + (null instanceof Object) + " " + (zoo instanceof Object[]));
        System.out.println(a.getClass() == B.class);
        System.out.println(a.getClass().getSuperclass().getSuperclass());
        System.out.println(new Animal() {
            { name = "anon"; }
            String sound() { return "???"; }
        }.speak());
        Object[] objs = {1, "two", 3.0, 'c', null, new int[0], new Dog[0]};
        for (Object o : objs) {
            String d = o instanceof Integer i ? "Integer " + (i + 1)
                : o instanceof String s && s.length() > 2 ? "String " + s.length()
                : o instanceof Number n ? "Number " + n.intValue()
                : o instanceof Comparable ? "Comparable"
                : o instanceof Object[] arr ? "array " + arr.length
                : o == null ? "null" : "other";
            System.out.println(d);
        }
    }
}
