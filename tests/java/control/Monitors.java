// synchronized blocks and methods on one thread: nesting, release on exceptions, wait and notify rules.
public class Monitors {
    private int n;
    synchronized int inst(int k) { n++; return k == 0 ? n : inst(k - 1); }
    static synchronized boolean stat() { return Thread.holdsLock(Monitors.class); }
    synchronized void thrower() { throw new IllegalStateException("in sync method"); }
    static synchronized int early(boolean b) { if (b) return 1; return 2; }
    static String t(Runnable r) { try { r.run(); return "fine"; } catch (RuntimeException e) { return e.getClass().getSimpleName() + " " + e.getMessage(); } }

    static int returns(Object lock) { synchronized (lock) { try { return 1; } finally { synchronized (lock) { System.out.println("finally holds " + Thread.holdsLock(lock)); } } } }
    static int loop(Object lock) { int s = 0; for (int i = 0; i < 10; i++) { synchronized (lock) { if (i == 3) continue; if (i == 7) break; s += i; } } return s; }

    public static void main(String[] args) throws Exception {
        Monitors m = new Monitors();
        System.out.println(m.inst(5) + " " + stat() + " " + Thread.holdsLock(Monitors.class) + " " + early(true) + early(false));
        Object a = new Object(), b = new Object();
        synchronized (a) { synchronized (b) { synchronized (a) { System.out.println(Thread.holdsLock(a) + " " + Thread.holdsLock(b)); } System.out.println(Thread.holdsLock(a)); } System.out.println(Thread.holdsLock(a) + " " + Thread.holdsLock(b)); }
        System.out.println(Thread.holdsLock(a));
        System.out.println(t(m::thrower) + " " + Thread.holdsLock(m));
        System.out.println(t(() -> { synchronized (a) { throw new RuntimeException("in block"); } }) + " " + Thread.holdsLock(a));
        System.out.println(t(() -> { synchronized ((Object) null) { System.out.println("never"); } }).split(" ")[0]);
        System.out.println(t(a::notify) + " | " + t(a::notifyAll));
        System.out.println(returns(a) + " " + Thread.holdsLock(a) + " " + loop(a) + " " + Thread.holdsLock(a));
        try { a.wait(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage()); }
        synchronized (a) {
            a.notify();
            a.notifyAll();
            a.wait(1);
            System.out.println("waited, still holds " + Thread.holdsLock(a));
            Thread.currentThread().interrupt();
            try { a.wait(); } catch (InterruptedException e) { System.out.println("interrupted " + Thread.currentThread().isInterrupted() + " " + e.getMessage()); }
        }
        Thread.currentThread().interrupt();
        try { Thread.sleep(10_000); } catch (InterruptedException e) { System.out.println(e.getMessage() + " " + Thread.interrupted()); }
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        Thread t = new Thread(() -> System.out.println("child holds " + Thread.holdsLock(a)));
        synchronized (b) { t.start(); t.join(); }
        String s = "literal";
        synchronized (s) { System.out.println(Thread.holdsLock("literal")); }
        synchronized (Monitors.class) { System.out.println(stat()); }
        synchronized (new int[0]) { System.out.println("array as lock"); }
        int depth = 0;
        for (int i = 0; i < 300; i++) depth = nest(a, i % 20);
        System.out.println(depth + " " + Thread.holdsLock(a));
        ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 7);
        tl.set(tl.get() + 1);
        int[] other = new int[1];
        Thread u = new Thread(() -> other[0] = tl.get());
        u.start();
        u.join();
        System.out.println(tl.get() + " " + other[0]);
        tl.remove();
        System.out.println(tl.get());
    }
    static int nest(Object o, int k) { synchronized (o) { return k == 0 ? 0 : 1 + nest(o, k - 1); } }
}
