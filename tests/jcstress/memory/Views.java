package memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Views of bytes as larger numbers; expectations are from the javadoc of MethodHandles.byteArrayViewVarHandle, release 17. */
public class Views {

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @State
    public static class Plain {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            INTS.set(bytes, 4, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = (int) INTS.get(bytes, 4);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The flag without the data: both are plain.")
    @State
    public static class PlainMP {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            INTS.set(bytes, 0, 1);
            INTS.set(bytes, 4, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) INTS.get(bytes, 4);
            r.r2 = (int) INTS.get(bytes, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "A volatile write publishes what comes before it.")
    @State
    public static class VolatileMP {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final byte[] bytes = new byte[16];
        int x;

        @Actor
        public void write() {
            x = 1;
            INTS.setVolatile(bytes, 4, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) INTS.getVolatile(bytes, 4);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Volatile accesses are in one order.")
    @State
    public static class VolatileSB {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void first(II_Result r) {
            INTS.setVolatile(bytes, 0, 1);
            r.r1 = (int) INTS.getVolatile(bytes, 4);
        }

        @Actor
        public void second(II_Result r) {
            INTS.setVolatile(bytes, 4, 1);
            r.r2 = (int) INTS.getVolatile(bytes, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "weak: opaque accesses order nothing else.")
    @State
    public static class OpaqueMP {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            INTS.setOpaque(bytes, 0, 1);
            INTS.setOpaque(bytes, 4, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) INTS.getOpaque(bytes, 4);
            r.r2 = (int) INTS.getOpaque(bytes, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "A release publishes to an acquire.")
    @State
    public static class AcquireReleaseMP {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final byte[] bytes = new byte[16];
        int x;

        @Actor
        public void write() {
            x = 1;
            INTS.setRelease(bytes, 4, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) INTS.getAcquire(bytes, 4);
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One of the two.")
    @Outcome(id = {"false, false", "true, true"}, expect = Expect.FORBIDDEN, desc = "None or both.")
    @State
    public static class CompareAndSet {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = INTS.compareAndSet(bytes, 8, 0, 1);
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = INTS.compareAndSet(bytes, 8, 0, 2);
        }
    }

    @JCStressTest
    @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "Nothing is lost.")
    @State
    public static class GetAndAdd {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void first() {
            INTS.getAndAdd(bytes, 8, 1);
        }

        @Actor
        public void second() {
            INTS.getAndAdd(bytes, 8, 2);
        }

        @Arbiter
        public void look(I_Result r) {
            r.r1 = (int) INTS.getVolatile(bytes, 8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The second byte without the first: both are plain.")
    @State
    public static class BytesAsInt {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            bytes[0] = 1;
            bytes[1] = 1;
        }

        @Actor
        public void read(II_Result r) {
            int seen = (int) INTS.get(bytes, 0);
            r.r1 = seen >> 8;
            r.r2 = seen & 255;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The first byte again as it was: plain reads are not ordered.")
    @State
    public static class IntAsBytes {
        static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            INTS.set(bytes, 0, 0x0101);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = bytes[0];
            r.r2 = bytes[1];
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "A volatile write publishes what comes before it.")
    @State
    public static class BufferMP {
        static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
        final ByteBuffer buffer = ByteBuffer.allocateDirect(32).alignedSlice(8);

        @Actor
        public void write() {
            buffer.putLong(0, 1);
            LONGS.setVolatile(buffer, 8, 1L);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) (long) LONGS.getVolatile(buffer, 8);
            r.r2 = buffer.getLong(0) == 0 ? 0 : 1;
        }
    }
}
