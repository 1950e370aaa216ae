package types;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** An object with a final field of each type, published by a race: who finds the object finds the field frozen (JLS 17.5.1). */
public class FinalFields {

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class Booleans {
        static class Box {
            final boolean value;

            Box(boolean value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box(true);
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class Bytes {
        static class Box {
            final byte value;

            Box(byte value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box((byte) 1);
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class Shorts {
        static class Box {
            final short value;

            Box(short value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box((short) 1);
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "b", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The default value, character 0, is never seen through a final field.")
    @State
    public static class Chars {
        static class Box {
            final char value;

            Box(char value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box('b');
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class Ints {
        static class Box {
            final int value;

            Box(int value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box(1);
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class Longs {
        static class Box {
            final long value;

            Box(long value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box(1L);
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "1.0", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "0.0", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class Floats {
        static class Box {
            final float value;

            Box(float value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box(1F);
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "1.0", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "0.0", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class Doubles {
        static class Box {
            final double value;

            Box(double value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box(1D);
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = "none", expect = Expect.ACCEPTABLE, desc = "Not published yet.")
    @Outcome(id = "b", expect = Expect.ACCEPTABLE, desc = "The frozen value.")
    @Outcome(id = "null", expect = Expect.FORBIDDEN, desc = "The default value is never seen through a final field.")
    @State
    public static class References {
        static class Box {
            final String value;

            Box(String value) {
                this.value = value;
            }
        }

        Box box;

        @Actor
        public void writer() {
            box = new Box("b");
        }

        @Actor
        public void reader(L_Result r) {
            Box seen = box;
            r.r1 = seen == null ? "none" : "" + seen.value;
        }
    }
}
