import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** VarHandles on array elements and on bytes seen as wider numbers; wrong uses; contended elements. */
public class VarHandleArrays {
    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        int[] a = {1, 2, 3};
        System.out.println((int) ints.getAndAdd(a, 1, 40) + " " + ints.compareAndSet(a, 2, 3, 33) + " "
                + (int) ints.getVolatile(a, 0) + " " + Arrays.toString(a));
        ints.setRelease(a, 0, 7);
        System.out.println((int) ints.getAcquire(a, 0) + " " + ints.coordinateTypes().size());
        VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
        String[] s = {"x", null};
        System.out.println(strings.compareAndSet(s, 1, null, "y") + " " + (String) strings.getAndSet(s, 0, "z")
                + " " + Arrays.toString(s));
        VarHandle bytes = MethodHandles.arrayElementVarHandle(byte[].class);
        byte[] small = {1, 2, 3, 4};
        System.out.println((byte) bytes.getAndAdd(small, 0, (byte) 127) + " "
                + bytes.compareAndSet(small, 3, (byte) 4, (byte) -4) + " "
                + (byte) bytes.getAndBitwiseOr(small, 1, (byte) 0x70) + " " + Arrays.toString(small));
        VarHandle shorts = MethodHandles.arrayElementVarHandle(short[].class);
        short[] sh = {10, 20};
        System.out.println((short) shorts.getAndSet(sh, 1, (short) -1) + " "
                + (short) shorts.compareAndExchange(sh, 0, (short) 10, (short) 11) + " " + Arrays.toString(sh));
        attempt("index", () -> ints.get(a, 3));
        attempt("negative index", () -> ints.set(a, -1, 0));
        attempt("null array", () -> {
            int x = (int) ints.get((int[]) null, 0);
        });
        attempt("wrong element type", () -> strings.set((Object[]) s, 0, (Object) 5));

        VarHandle big = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        VarHandle little = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        byte[] raw = {1, 2, 3, 4, 5, 6, 7, 8};
        System.out.println(Integer.toHexString((int) big.get(raw, 0)) + " "
                + Integer.toHexString((int) little.get(raw, 0)) + " unaligned "
                + Integer.toHexString((int) big.get(raw, 3)));
        big.set(raw, 4, 0x0A0B0C0D);
        System.out.println(Arrays.toString(raw));
        VarHandle longs = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
        ByteBuffer buffer = ByteBuffer.allocateDirect(16).order(ByteOrder.BIG_ENDIAN);
        longs.set(buffer, 8, 0x1122334455667788L);
        System.out.println(Long.toHexString((long) longs.get(buffer, 8)) + " "
                + Integer.toHexString(buffer.getInt(12)));
        try {
            int wrong = (int) ints.get(a);
            System.out.println(wrong);
        } catch (WrongMethodTypeException e) {
            System.out.println("missing coordinate: " + e.getClass().getSimpleName());
        }

        int[] slots = new int[3];
        Thread[] ts = new Thread[3];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 90; k++) {
                    ints.getAndAdd(slots, k % 3, 1);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("slots " + Arrays.toString(slots));
    }
}
