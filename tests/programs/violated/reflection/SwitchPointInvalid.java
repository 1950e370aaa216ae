import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SwitchPoint;

/**
 * A switch point is valid until it is not: the call site inside of it is the class library's, and what it calls is not.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class SwitchPointInvalid {
    public static void main(String[] args) throws Throwable {
        SwitchPoint point = new SwitchPoint();
        MethodHandle before = MethodHandles.constant(int.class, 1);
        MethodHandle after = MethodHandles.constant(int.class, 2);
        MethodHandle guarded = point.guardWithTest(before, after);
        new Thread(() -> SwitchPoint.invalidateAll(new SwitchPoint[] {point})).start();
        assert (int) guarded.invokeExact() == 1;
    }
}
