/**
 * Final fields are frozen when their constructor ends, by an exception as well (JLS 17.5.1): who publishes the object
 * afterwards publishes them, who published it before does not.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 */
public class P65FreezeOnThrow {
    static P65FreezeOnThrow made;
    static P65FreezeOnThrow shared;

    final int x;
    final int y;

    P65FreezeOnThrow() {
        x = 1;
        y = 2;
        made = this;
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                new P65FreezeOnThrow();
            } catch (IllegalStateException expected) {
                shared = made;
            }
        }, "writer").start();
        P65FreezeOnThrow seen = shared;
        assert seen == null || seen.x == 1 && seen.y == 2;
    }
}
