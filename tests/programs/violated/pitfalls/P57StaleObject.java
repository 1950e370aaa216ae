/**
 * An object that only an old write leads to can still be read.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class P57StaleObject {
    static class A {
        int x;

        A(int x) {
            this.x = x;
        }
    }

    static A h;

    static void first() {
        h = new A(3);
    }

    static void second() {
        h = new A(5);
    }

    static int r;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P57StaleObject::first, "first");
        Thread second = new Thread(P57StaleObject::second, "second");
        Thread third = new Thread(() -> {
            A one = h;
            A two = h;
            if (one != null && two != null && one.x == 5 && two.x == 3) {
                A three = h;
                assert three == null || three.x != 5;
            }
        }, "third");
        first.start();
        second.start();
        third.start();
        first.join();
        second.join();
        third.join();
    }
}
