package memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.BBB_Result;
import org.openjdk.jcstress.infra.results.BB_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.J_Result;
import org.openjdk.jcstress.infra.results.S_Result;

/** Contents of buffers: what is aligned is whole on 64-bit machines, what is not may be seen in parts, and nothing is ordered. */
public class Buffers {

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @State
    public static class HeapShort {
        final ByteBuffer buffer = ByteBuffer.allocate(16);

        @Actor
        public void write() {
            buffer.putShort(8, (short) -1);
        }

        @Actor
        public void read(S_Result r) {
            r.r1 = buffer.getShort(8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @State
    public static class HeapInt {
        final ByteBuffer buffer = ByteBuffer.allocate(16);

        @Actor
        public void write() {
            buffer.putInt(8, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = buffer.getInt(8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @State
    public static class DirectInt {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(16);

        @Actor
        public void write() {
            buffer.putInt(8, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = buffer.getInt(8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @State
    public static class DirectLong {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());

        @Actor
        public void write() {
            buffer.putLong(8, -1L);
        }

        @Actor
        public void read(J_Result r) {
            r.r1 = buffer.getLong(8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @State
    public static class WrappedShort {
        final ByteBuffer buffer = ByteBuffer.wrap(new byte[16]);

        @Actor
        public void write() {
            buffer.putShort(8, (short) -1);
        }

        @Actor
        public void read(S_Result r) {
            r.r1 = buffer.getShort(8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @Outcome(id = {"255", "-256"}, expect = Expect.ACCEPTABLE, desc = "Half of it: nobody promises that an access which is not aligned is atomic.")
    @State
    public static class HeapMisaligned {
        final ByteBuffer buffer = ByteBuffer.allocate(16);

        @Actor
        public void write() {
            buffer.putShort(3, (short) -1);
        }

        @Actor
        public void read(S_Result r) {
            r.r1 = buffer.getShort(3);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = Expect.ACCEPTABLE, desc = "The whole value, before or after the write.")
    @Outcome(id = {"255", "-256"}, expect = Expect.ACCEPTABLE, desc = "Half of it: nobody promises that an access which is not aligned is atomic.")
    @State
    public static class DirectMisaligned {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(16);

        @Actor
        public void write() {
            buffer.putShort(3, (short) -1);
        }

        @Actor
        public void read(S_Result r) {
            r.r1 = buffer.getShort(3);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The flag without the data: both are plain.")
    @State
    public static class HeapMP {
        final ByteBuffer buffer = ByteBuffer.allocate(16);

        @Actor
        public void write() {
            buffer.putInt(0, 1);
            buffer.putInt(4, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = buffer.getInt(4);
            r.r2 = buffer.getInt(0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The flag without the data: both are plain.")
    @State
    public static class DirectMP {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(16);

        @Actor
        public void write() {
            buffer.putInt(0, 1);
            buffer.putInt(4, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = buffer.getInt(4);
            r.r2 = buffer.getInt(0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both reads before both writes: all are plain.")
    @State
    public static class ViewSB {
        final IntBuffer ints = ByteBuffer.allocateDirect(16).asIntBuffer();

        @Actor
        public void first(II_Result r) {
            ints.put(0, 1);
            r.r1 = ints.get(1);
        }

        @Actor
        public void second(II_Result r) {
            ints.put(1, 1);
            r.r2 = ints.get(0);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Both writes, and nothing else.")
    @State
    public static class Neighbours {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(8);

        @Actor
        public void first() {
            buffer.put(0, (byte) 1);
        }

        @Actor
        public void third() {
            buffer.put(2, (byte) 1);
        }

        @Arbiter
        public void look(BBB_Result r) {
            r.r1 = buffer.get(0);
            r.r2 = buffer.get(1);
            r.r3 = buffer.get(2);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both writes.")
    @State
    public static class NeighboursOfOtherSize {
        final ByteBuffer buffer = ByteBuffer.allocate(8);

        @Actor
        public void first() {
            buffer.putInt(0, 1);
        }

        @Actor
        public void second() {
            buffer.put(4, (byte) 1);
        }

        @Arbiter
        public void look(II_Result r) {
            r.r1 = buffer.getInt(0);
            r.r2 = buffer.get(4);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "256", "257"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The second byte without the first: both are plain.")
    @State
    public static class BytesAsShort {
        final ByteBuffer buffer = ByteBuffer.allocate(8);

        @Actor
        public void write() {
            buffer.put(0, (byte) 1);
            buffer.put(1, (byte) 1);
        }

        @Actor
        public void read(S_Result r) {
            r.r1 = buffer.getShort(0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "Some interleaving.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The first byte was read before, the second after.")
    @State
    public static class BulkPut {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(8);

        @Actor
        public void write() {
            buffer.put(0, new byte[] {1, 1});
        }

        @Actor
        public void read(BB_Result r) {
            r.r1 = buffer.get(0);
            r.r2 = buffer.get(1);
        }
    }
}
