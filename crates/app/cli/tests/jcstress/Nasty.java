package p;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;
import java.util.concurrent.*;

/** What the rules of jcstress say of tests that nobody would write twice: jcstress_suite.rs has what must come of each. */
public class Nasty {
    @JCStressTest @State @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE)
    public static class LeaksPool {
        @Actor public void a(II_Result r) throws Exception { r.r1 = Executors.newFixedThreadPool(1).submit(() -> 1).get(); }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE)
    public static class DaemonSpins {
        volatile boolean never;
        @Actor public void a() { Thread t = new Thread(() -> { while (!never) { } }); t.setDaemon(true); t.start(); }
        @Actor public void b(II_Result r) { }
    }
    @JCStressTest(Mode.Termination) @State
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE) @Outcome(id = {"TERMINATED", "ERROR"}, expect = Expect.FORBIDDEN)
    public static class SignalThrowsActorLoops {
        volatile boolean stop;
        @Actor public void a() { while (!stop) { } }
        @Signal public void s() { if (true) throw new IllegalStateException(); stop = true; }
    }
    @JCStressTest(Mode.Termination) @State
    @Outcome(id = "ERROR", expect = Expect.ACCEPTABLE) @Outcome(id = {"TERMINATED", "STALE"}, expect = Expect.FORBIDDEN)
    public static class SignalThrowsActorEnds {
        @Actor public void a() { }
        @Signal public void s() { throw new IllegalStateException(); }
    }
    @JCStressTest(Mode.Termination) @State
    @Outcome(id = "ERROR", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.FORBIDDEN)
    public static class ActorThrows {
        volatile boolean stop;
        @Actor public void a() { while (!stop) { } throw new RuntimeException(); }
        @Signal public void s() { stop = true; }
    }
    @JCStressTest @State @Outcome(id = "3, 4", expect = Expect.ACCEPTABLE)
    public static class Overloads {
        @Actor public void a(II_Result r) { r.r1 = 3; }
        @Actor public void a(Overloads s, II_Result r) { r.r2 = 4; }
        @Actor public long a() { return 7; }
    }
    @JCStressTest @State
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "first") @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "second")
    public static class TwiceFirstWins {
        @Actor public void a(II_Result r) { r.r1 = 1; }
        @Actor public void b() { }
    }
    @JCStressTest @State
    @Outcome(id = "\\[1\\]|x", expect = Expect.FORBIDDEN) @Outcome(id = "[1]", expect = Expect.ACCEPTABLE)
    public static class LiteralBrackets {
        @Actor public void a(L_Result r) { r.r1 = "[1]"; }
        @Actor public void b() { }
    }
    @JCStressTest @State
    @Outcome(id = "a.b", expect = Expect.FORBIDDEN) @Outcome(id = "(?s)a.b", expect = Expect.ACCEPTABLE)
    public static class NewLine {
        @Actor public void a(L_Result r) { r.r1 = "a\nb"; }
        @Actor public void b() { }
    }
    @Result public static class Throws { public int r1; @Override public String toString() { throw new IllegalStateException("no text"); } }
    @JCStressTest @State @Outcome(id = ".*", expect = Expect.ACCEPTABLE)
    public static class ToStringThrows {
        @Actor public void a(Throws r) { }
        @Actor public void b() { }
    }
    @Result public static class Plainly { static int s = 9; transient int t = 4; public char c = 'x'; public int[] none; protected byte b = -1; }
    @JCStressTest @State @Outcome(id = "4, x, null, 5", expect = Expect.ACCEPTABLE)
    public static class FieldsOnly {
        @Actor public void a(Plainly r) { r.b = 5; }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE)
    public static class ConstructorThrows {
        public ConstructorThrows() { throw new IllegalArgumentException("state"); }
        @Actor public void a(II_Result r) { }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE)
    public static class StaticSynchronized {
        static int n;
        @Actor public static synchronized void a() { n++; }
        @Actor public void b() { synchronized (StaticSynchronized.class) { n++; } }
        @Arbiter public static void c(II_Result r) { r.r1 = n; r.r2 = n; }
    }
    @Outcome(id = "5", expect = Expect.ACCEPTABLE) @Description("meta") public static class MetaBase { }
    @Ref("http://x") public static class Meta extends MetaBase { }
    @JCStressMeta(Meta.class) public static class HasMeta { }
    @JCStressTest @State public static class MetaNotInherited extends HasMeta {
        @Actor public void a(I_Result r) { r.r1 = 5; }
        @Actor public void b() { }
    }
    @JCStressTest @State @JCStressMeta(Meta.class) public static class MetaOfBase {
        @Actor public void a(I_Result r) { r.r1 = 5; }
        @Actor public void b() { }
    }
    public static class NotATest extends MetaOfBase { }
    @Outcome(id = "8", expect = Expect.ACCEPTABLE, desc = "inherited") public static class One { }
    @JCStressTest @State @Outcome(id = "7", expect = Expect.ACCEPTABLE) @Outcome(id = "6", expect = Expect.ACCEPTABLE)
    public static class InheritedAndOwn extends One {
        volatile int x = 6;
        @Actor public void a() { x = 7; x = 8; }
        @Actor public void b(I_Result r) { r.r1 = x; }
    }
    @JCStressTest @State @Outcome.Outcomes({@Outcome(id = "1", expect = Expect.ACCEPTABLE)})
    public static class ContainerOfOne {
        @Actor public void a(I_Result r) { r.r1 = 1; }
        @Actor public void b() { }
    }
    @State public static class StateBase { int x; }
    @JCStressTest @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    public static class StateNotInherited extends StateBase {
        @Actor public void a(I_Result r) { r.r1 = 1; }
        @Actor public void b() { }
    }
    @State public static class S { volatile int x; }
    @JCStressTest @Result @Outcome(id = "1, 9", expect = Expect.ACCEPTABLE) @Outcome(id = "0, 9", expect = Expect.ACCEPTABLE)
    public static class TestIsResult {
        int seen, own = 9;
        @Actor public void a(S s) { own = 3; s.x = 1; }
        @Actor public void b(TestIsResult r, S s, S again) { r.seen = s.x == again.x ? s.x : s.x; }
        @Override public String toString() { return seen + ", " + own; }
    }
    @JCStressTest @State @Outcome(id = "true", expect = Expect.ACCEPTABLE) @Outcome(id = "false", expect = Expect.ACCEPTABLE)
    public static class Interrupts {
        volatile Thread t;
        @Actor public void a(Z_Result r) { t = Thread.currentThread(); r.r1 = Thread.interrupted(); }
        @Actor public void b() { Thread u = t; if (u != null) u.interrupt(); }
    }
    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    public static class WaitsForEver {
        @Actor public void a(I_Result r) { synchronized (this) { try { wait(); } catch (InterruptedException e) { } } }
        @Actor public void b() { }
    }
    @JCStressTest(Mode.Termination) @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE) @Outcome(id = "STALE", expect = Expect.FORBIDDEN)
    public static class ThreadParams {
        @Actor public void a(Thread self, S s) { if (self != Thread.currentThread()) throw new RuntimeException(); while (s.x == 0 && !self.isInterrupted()) { } }
        @Signal public void s(S s, Thread t) { if (t == Thread.currentThread()) throw new RuntimeException(); t.interrupt(); }
    }
    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.UNKNOWN)
    public static class UnknownDefaultUnused {
        @Actor public void a(I_Result r) { r.r1 = 1; }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "2", expect = Expect.ACCEPTABLE) @Outcome(expect = Expect.UNKNOWN)
    public static class UnknownDefaultUsed {
        @Actor public void a(I_Result r) { r.r1 = 1; }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE) @Outcome(id = "9", expect = Expect.UNKNOWN)
    public static class UnknownRow {
        @Actor public void a(I_Result r) { r.r1 = 1; }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = {"", "3"}, expect = Expect.ACCEPTABLE) @Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "f")
    public static class EmptyIdAmongOthers {
        @Actor public void a(I_Result r) { r.r1 = 2; }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "(0|1), (0|1)", expect = Expect.ACCEPTABLE)
    public static class ActorAndArbiterAtOnce {
        int n;
        @Actor @Arbiter public void a(II_Result r) { r.r1 = n; n = 1; }
        @Actor public void b(II_Result r) { r.r2 = n; }
    }
    public enum E { A }
    @JCStressTest @State @Outcome(id = "A, [1, 2], 0.1, NaN", expect = Expect.ACCEPTABLE)
    public static class Texts {
        @Actor public void a(LLFD_Result r) { }
        @Actor public void b() { }
    }
    @Result public static class LLFD_Result { public Object a = E.A; public java.util.List<Integer> l = java.util.List.of(1, 2); public float f = 0.1f; public double d = Double.NaN;
        @Override public String toString() { return a + ", " + l + ", " + f + ", " + d; } }
    @JCStressTest @State @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    public static class ActorEndsItsThreadWithError {
        @Actor public void a(I_Result r) { throw new AssertionError("x"); }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    public static class CaughtInside {
        @Actor public void a(I_Result r) { try { Object o = null; o.hashCode(); } catch (NullPointerException e) { r.r1 = 1; } }
        @Actor public void b() { }
    }
    @JCStressTest @State @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    public static class TimerThread {
        @Actor public void a(I_Result r) throws Exception { r.r1 = CompletableFuture.supplyAsync(() -> 1).get(); }
        @Actor public void b() { }
    }
    /** The arbiter's plain read of a variable that is updated as a volatile one, beside a race. */
    @JCStressTest @State @Outcome(id = {"0, 1, 1, 3", "2, 0, 0, 3", "2, 0, 1, 3"}, expect = Expect.ACCEPTABLE)
    public static class PlainReadAfterUpdates {
        static final java.lang.invoke.VarHandle X;
        static {
            try { X = java.lang.invoke.MethodHandles.lookup().findVarHandle(PlainReadAfterUpdates.class, "x", int.class); }
            catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
        }
        int x, z;
        @Actor public void a(IIII_Result r) { z = 1; r.r1 = (int) X.getAndAdd(this, 1); }
        @Actor public void b(IIII_Result r) { r.r2 = (int) X.getAndAdd(this, 2); r.r3 = z; }
        @Arbiter public void c(IIII_Result r) { r.r4 = x; }
    }
}
