// An instance main without parameters, called on a new object.
//@ jdk: 25
public class InstanceMain {
    final int x;
    InstanceMain() { x = 5; IO.println("constructed"); }
    void main() {
        IO.println("instance main " + x);
        System.out.println(new Throwable().getStackTrace()[0]);
        record Pair(int a, int b) {}
        if (new Pair(1, 2) instanceof Pair(int a, _)) IO.println("unnamed pattern " + a);
        int n = 0;
        for (var _ : new int[3]) n++;
        try { Integer.parseInt("x"); } catch (NumberFormatException _) { n += 10; }
        IO.println(n);
        class Base { final int v; Base(int v) { this.v = v; show(); } void show() { IO.println("base show"); } }
        class Late extends Base { final int early; Late(int v) { if (v < 0) throw new IllegalArgumentException("negative"); early = v * 2; super(v); } @Override void show() { IO.println("early field is set: " + early); } }
        new Late(4);
        try { new Late(-1); } catch (IllegalArgumentException e) { IO.println(e.getMessage()); }
    }
}
