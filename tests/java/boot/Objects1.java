// Objects, fields, virtual calls and arrays with nothing but println of ints.
public class Objects1 {
    static int counter;
    int value;
    Objects1 next;

    Objects1(int value, Objects1 next) {
        this.value = value;
        this.next = next;
        counter++;
    }

    int sum() {
        return value + (next == null ? 0 : next.sum());
    }

    static class Base {
        int f() { return 1; }
        int g() { return f() * 10; }
    }

    static class Derived extends Base {
        @Override int f() { return super.f() + 1; }
    }

    interface Shape { int area(); }

    static class Square implements Shape {
        final int side;
        Square(int side) { this.side = side; }
        public int area() { return side * side; }
    }

    public static void main(String[] args) {
        Objects1 list = null;
        for (int i = 1; i <= 10; i++) list = new Objects1(i, list);
        System.out.println(list.sum());
        System.out.println(counter);
        System.out.println(new Base().g());
        System.out.println(new Derived().g());
        Base b = new Derived();
        System.out.println(b.f());
        System.out.println(b instanceof Derived);
        System.out.println(new Base() instanceof Derived);
        Shape s = new Square(7);
        System.out.println(s.area());
        int[] a = new int[5];
        for (int i = 0; i < a.length; i++) a[i] = i * i;
        int total = 0;
        for (int x : a) total += x;
        System.out.println(total);
        int[][] m = new int[3][4];
        m[2][3] = 9;
        System.out.println(m.length * m[0].length + m[2][3]);
        long[] l = {1L << 40, 2, 3};
        System.out.println(l[0] + l[1] + l[2]);
        String[] names = {"x", "yy", "zzz"};
        for (String n : names) System.out.println(n.length());
        Object o = names;
        System.out.println(((String[]) o)[1]);
        System.out.println(list == list.next);
        System.out.println(list.next.next.value);
    }
}
