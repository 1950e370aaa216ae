/**
 * A thread that writes a field of an object which another created sees its own write, not the default.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class P07OwnWriteToForeignObject {
    static class C {
        int x;
    }

    static C p;

    static void first() {
        p = new C();
    }

    static void second() {
        C q = p;
        if (q != null) {
            q.x = 1;
            assert q.x == 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(P07OwnWriteToForeignObject::first, "first");
        Thread second = new Thread(P07OwnWriteToForeignObject::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();

    }
}
