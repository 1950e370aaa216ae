// VarHandles that view bytes as wider values, in both byte orders; ByteBuffer beside them.
import java.lang.invoke.*;
import java.nio.*;
import java.util.Arrays;

public class ByteViews {
    interface Body { Object run() throws Throwable; }
    static void t(String n, Body b) { try { System.out.println(n + ": " + b.run()); } catch (Throwable e) { System.out.println(n + ": " + e.getClass().getSimpleName()); } }

    public static void main(String[] args) {
        for (ByteOrder o : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            VarHandle i = MethodHandles.byteArrayViewVarHandle(int[].class, o), l = MethodHandles.byteArrayViewVarHandle(long[].class, o), s = MethodHandles.byteArrayViewVarHandle(short[].class, o), c = MethodHandles.byteArrayViewVarHandle(char[].class, o), f = MethodHandles.byteArrayViewVarHandle(float[].class, o), d = MethodHandles.byteArrayViewVarHandle(double[].class, o);
            byte[] b = new byte[16];
            i.set(b, 0, 0x01020304);
            s.set(b, 5, (short) 0x0a0b);
            c.set(b, 8, 'A');
            System.out.println(o + " " + Arrays.toString(b) + " " + Integer.toHexString((int) i.get(b, 1)) + " " + Long.toHexString((long) l.get(b, 0)) + " " + (short) s.get(b, 5) + " " + (int) (char) c.get(b, 8));
            f.set(b, 12, 1.5f);
            System.out.println(Arrays.toString(b) + " " + (float) f.get(b, 12));
            d.set(b, 3, -2.25);
            System.out.println(Arrays.toString(b) + " " + (double) d.get(b, 3));
            t("bounds", () -> (int) i.get(b, 13));
            t("negative", () -> (int) i.get(b, -1));
            t("unsupported", () -> i.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " " + s.isAccessModeSupported(VarHandle.AccessMode.COMPARE_AND_SET) + " " + i.coordinateTypes() + i.varType());
        }
        ByteBuffer buf = ByteBuffer.allocate(32);
        buf.put((byte) 1).putShort((short) 2).putInt(3).putLong(4L).putChar('x').putFloat(5.5f).putDouble(6.5);
        System.out.println(buf.position() + " " + buf.remaining() + " " + buf + " " + Arrays.toString(buf.array()));
        buf.flip();
        System.out.println(buf.get() + " " + buf.getShort() + " " + buf.getInt() + " " + buf.getLong() + " " + buf.getChar() + " " + buf.getFloat() + " " + buf.getDouble() + " " + buf.hasRemaining() + " " + buf.limit());
        buf.clear().order(ByteOrder.LITTLE_ENDIAN);
        buf.putInt(0x11223344).putLong(2, 7L);
        System.out.println(Arrays.toString(Arrays.copyOf(buf.array(), 12)) + " " + buf.order() + " " + Integer.toHexString(buf.getInt(0)));
        t("overflow", () -> ByteBuffer.allocate(2).putInt(1));
        t("underflow", () -> ByteBuffer.allocate(2).getInt());
        t("index", () -> ByteBuffer.allocate(2).get(2));
        t("limit", () -> ByteBuffer.allocate(2).limit(3));
        t("read only", () -> ByteBuffer.allocate(2).asReadOnlyBuffer().put((byte) 1));
        ByteBuffer w = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6}, 1, 4);
        System.out.println(w + " " + w.get() + " " + w.slice() + " " + w.slice().get() + " " + w.duplicate().position() + " " + w.compact().position() + " " + w.arrayOffset());
        System.out.println(ByteBuffer.wrap(new byte[] {1, 2}).equals(ByteBuffer.wrap(new byte[] {1, 2})) + " " + ByteBuffer.wrap(new byte[] {1, 2}).compareTo(ByteBuffer.wrap(new byte[] {1, 3})) + " " + ByteBuffer.wrap(new byte[] {1, 2}).hashCode() + " " + ByteBuffer.wrap(new byte[] {9, 9, 1}).mismatch(ByteBuffer.wrap(new byte[] {9, 9, 2})));
        IntBuffer ib = ByteBuffer.allocate(12).asIntBuffer();
        ib.put(1).put(2);
        System.out.println(ib.get(1) + " " + ib.position() + " " + ib.capacity() + " " + ib.flip().remaining());
        CharBuffer cb = CharBuffer.wrap("hello world");
        System.out.println(cb.subSequence(2, 5) + " " + cb.get() + cb.length() + " " + cb + " " + cb.charAt(3));
        LongBuffer lb = LongBuffer.allocate(3).put(new long[] {7, 8, 9});
        System.out.println(lb.rewind().get() + lb.get() + " " + lb.mark().get() + lb.reset().get() + " " + lb.hasArray());
        VarHandle bv = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        ByteBuffer heap = ByteBuffer.allocate(8);
        bv.set(heap, 0, 77);
        System.out.println((int) bv.get(heap, 0) + " " + Arrays.toString(heap.array()) + " " + bv.coordinateTypes());
    }
}
