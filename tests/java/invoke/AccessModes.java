// Every access mode on every kind of variable handle, and what each refuses.
import java.lang.invoke.*;
import java.lang.invoke.VarHandle.AccessMode;
import java.nio.*;
import java.util.*;

public class AccessModes {
    boolean z; byte b = 5; char c = 'x'; short s = 7; int i = 9; long l = 11; float f = 1.5f; double d = 2.5; String r = "r"; final int fin = 3;
    static boolean sz; static byte sb = 5; static char sc = 'x'; static short ss = 7; static int si = 9; static long sl = 11; static float sf = 1.5f; static double sd = 2.5; static Object sr = "sr"; static final long sfin = 4;

    static Object value(Class<?> t, int n) {
        if (t == boolean.class) return n % 2 == 0;
        if (t == byte.class) return (byte) (n * 37);
        if (t == char.class) return (char) (n + 65);
        if (t == short.class) return (short) (n * 1001);
        if (t == int.class) return n * 100_003;
        if (t == long.class) return n * 10_000_000_019L;
        if (t == float.class) return n * 1.5f;
        if (t == double.class) return n * 2.25;
        return "v" + n;
    }
    static void all(String name, VarHandle vh, Object... coordinates) {
        System.out.println("== " + name + " " + vh.varType() + " " + vh.coordinateTypes() + " " + vh.hasInvokeExactBehavior());
        int n = 1;
        for (AccessMode m : AccessMode.values()) {
            MethodType t = vh.accessModeType(m);
            List<Object> args = new ArrayList<>(Arrays.asList(coordinates));
            while (args.size() < t.parameterCount()) args.add(value(vh.varType(), n++));
            String line = m + " " + vh.isAccessModeSupported(m) + " " + t + " ";
            try {
                Object o = vh.toMethodHandle(m).invokeWithArguments(args);
                line += o;
                line += " now " + vh.toMethodHandle(AccessMode.GET).invokeWithArguments(coordinates);
            } catch (Throwable e) { line += e; }
            System.out.println(line);
        }
    }
    public static void main(String[] a) throws Throwable {
        var lk = MethodHandles.lookup();
        AccessModes o = new AccessModes();
        all("field", lk.findVarHandle(AccessModes.class, "z", boolean.class), o);
        all("field", lk.findVarHandle(AccessModes.class, "i", int.class), o);
        all("static", lk.findStaticVarHandle(AccessModes.class, "sc", char.class));
        all("static", lk.findStaticVarHandle(AccessModes.class, "sr", Object.class));
        all("final", lk.findVarHandle(AccessModes.class, "fin", int.class), o);
        all("static final", lk.findStaticVarHandle(AccessModes.class, "sfin", long.class));
        all("array", MethodHandles.arrayElementVarHandle(double[].class), new double[3], 1);
        all("array", MethodHandles.arrayElementVarHandle(String[].class), new String[3], 1);
        all("bytes", MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN), new byte[32], 8);
        all("bytes", MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN), new byte[32], 3);
        all("buffer", MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN), ByteBuffer.allocate(32), 9);
        all("buffer", MethodHandles.byteBufferViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN), ByteBuffer.allocate(32), 4);
    }
}
