import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

/** Every access mode of a VarHandle on int, long, reference and boolean fields, and which modes each supports. */
public class VarHandleModes {
    int number;
    long wide;
    String text = "a";
    boolean flag;
    float real;
    final int fixed = 5;
    static int shared = 3;

    static VarHandle find(String name, Class<?> type) throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(VarHandleModes.class, name, type);
    }

    static int supported(VarHandle h) {
        int n = 0;
        for (AccessMode m : AccessMode.values()) {
            n += h.isAccessModeSupported(m) ? 1 : 0;
        }
        return n;
    }

    public static void main(String[] args) throws Exception {
        VarHandleModes o = new VarHandleModes();
        VarHandle n = find("number", int.class);
        n.set(o, 1);
        System.out.print((int) n.get(o));
        n.setOpaque(o, 2);
        System.out.print(" " + (int) n.getOpaque(o));
        n.setRelease(o, 3);
        System.out.print(" " + (int) n.getAcquire(o));
        n.setVolatile(o, 4);
        System.out.println(" " + (int) n.getVolatile(o));
        System.out.println(n.compareAndSet(o, 0, 1) + " " + n.compareAndSet(o, 4, 5) + " "
                + (int) n.compareAndExchange(o, 5, 6) + " " + (int) n.compareAndExchangeAcquire(o, 6, 7) + " "
                + (int) n.compareAndExchangeRelease(o, 0, 8) + " " + o.number);
        while (!n.weakCompareAndSet(o, 7, 8)) { }
        while (!n.weakCompareAndSetPlain(o, 8, 9)) { }
        while (!n.weakCompareAndSetAcquire(o, 9, 10)) { }
        while (!n.weakCompareAndSetRelease(o, 10, 11)) { }
        System.out.println("weak " + o.number + " " + n.weakCompareAndSet(o, 0, 1));
        System.out.println((int) n.getAndSet(o, 12) + " " + (int) n.getAndSetAcquire(o, 13) + " "
                + (int) n.getAndSetRelease(o, 14) + " " + (int) n.getAndAdd(o, 1) + " "
                + (int) n.getAndAddAcquire(o, 1) + " " + (int) n.getAndAddRelease(o, 1) + " " + o.number);
        System.out.println((int) n.getAndBitwiseOr(o, 6) + " " + (int) n.getAndBitwiseOrAcquire(o, 8) + " "
                + (int) n.getAndBitwiseOrRelease(o, 32) + " " + (int) n.getAndBitwiseAnd(o, 0x2E) + " "
                + (int) n.getAndBitwiseAndAcquire(o, 0x2C) + " " + (int) n.getAndBitwiseAndRelease(o, 0x28) + " "
                + (int) n.getAndBitwiseXor(o, 1) + " " + (int) n.getAndBitwiseXorAcquire(o, 2) + " "
                + (int) n.getAndBitwiseXorRelease(o, 4) + " " + o.number);

        VarHandle w = find("wide", long.class);
        System.out.println((long) w.getAndAdd(o, 1L << 40) + " " + w.compareAndSet(o, 1L << 40, -1L) + " "
                + (long) w.getAndBitwiseAnd(o, 0xFFL) + " " + (long) w.getVolatile(o));
        VarHandle t = find("text", String.class);
        System.out.println((String) t.getAndSet(o, "b") + " " + t.compareAndSet(o, "b", "c") + " "
                + (String) t.compareAndExchange(o, "x", "y") + " " + (String) t.getAcquire(o));
        VarHandle f = find("flag", boolean.class);
        System.out.println(f.compareAndSet(o, false, true) + " " + (boolean) f.getAndBitwiseXor(o, true) + " "
                + (boolean) f.getAndSet(o, true) + " " + o.flag);
        VarHandle r = find("real", float.class);
        System.out.println((float) r.getAndAdd(o, 1.5f) + " " + r.compareAndSet(o, 1.5f, 2.5f) + " " + o.real);
        VarHandle s = MethodHandles.lookup().findStaticVarHandle(VarHandleModes.class, "shared", int.class);
        System.out.println((int) s.getAndAdd(4) + " " + shared + " coordinates " + s.coordinateTypes().size());
        VarHandle fixed = find("fixed", int.class);
        System.out.println("modes " + supported(n) + " " + supported(t) + " " + supported(f) + " " + supported(r)
                + " " + supported(fixed) + " type " + n.varType() + " " + n.coordinateTypes().get(0).getSimpleName());
        try {
            fixed.set(o, 1);
        } catch (UnsupportedOperationException e) {
            System.out.println("set of a final field: " + e.getClass().getSimpleName());
        }
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        System.out.println("fences pass, " + n.accessModeType(AccessMode.COMPARE_AND_SET));
    }
}
