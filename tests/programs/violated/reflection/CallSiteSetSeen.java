import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/**
 * The target of a call site need not have changed yet.
 *
 * <p>Expected: sc violated, jmm violated, race yes.
 */
public class CallSiteSetSeen {
    public static void main(String[] args) throws Throwable {
        MutableCallSite site = new MutableCallSite(MethodHandles.constant(int.class, 1));
        MethodHandle invoker = site.dynamicInvoker();
        MethodHandle next = MethodHandles.constant(int.class, 2);
        new Thread(() -> site.setTarget(next)).start();
        assert (int) invoker.invokeExact() == 2;
    }
}
