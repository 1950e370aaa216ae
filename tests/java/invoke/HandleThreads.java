// Threads that link the same call sites, handles and variable handles at the same time.
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import static java.lang.invoke.MethodType.methodType;

public class HandleThreads {
    volatile int counter; static int total; long wide;
    static final VarHandle COUNTER, TOTAL, WIDE; static final MethodHandle ADD;
    static { try { var l = MethodHandles.lookup(); COUNTER = l.findVarHandle(HandleThreads.class, "counter", int.class); TOTAL = l.findStaticVarHandle(HandleThreads.class, "total", int.class); WIDE = l.findVarHandle(HandleThreads.class, "wide", long.class); ADD = l.findStatic(HandleThreads.class, "add", methodType(int.class, int.class, int.class)); } catch (Exception e) { throw new ExceptionInInitializerError(e); } }
    static int add(int a, int b) { return a + b; }
    static synchronized String sync(String s) throws InterruptedException { HandleThreads.class.wait(1); return s + "!"; }
    public static void main(String[] args) throws Throwable {
        HandleThreads h = new HandleThreads();
        Thread[] ts = new Thread[4];
        List<String> out = new CopyOnWriteArrayList<>();
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                try {
                    for (int j = 0; j < 50; j++) {
                        COUNTER.getAndAdd(h, 1);
                        int old; do old = (int) TOTAL.getVolatile(); while (!TOTAL.compareAndSet(old, old + 1));
                        WIDE.getAndBitwiseXor(h, 1L << (id * 8));
                        if ((int) ADD.invokeExact(j, 1) != j + 1 || (Integer) ADD.invoke((Object) j, (byte) 2) != j + 2) out.add("wrong");
                    }
                    MethodHandle s = MethodHandles.lookup().findStatic(HandleThreads.class, "sync", methodType(String.class, String.class));
                    out.add((String) s.invokeExact("t" + id));
                    out.add((String) MethodHandles.filterReturnValue(s, s).invokeExact("u" + id));
                } catch (Throwable e) { out.add(e.toString()); }
            });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        Collections.sort(out);
        System.out.println(h.counter + " " + total + " " + h.wide + " " + out);
        // A native method that waits, by a handle.
        MethodHandle sleep = MethodHandles.lookup().findStatic(Thread.class, "sleep", methodType(void.class, long.class));
        sleep.invokeExact(5L);
        Object lock = new Object();
        MethodHandle wait = MethodHandles.lookup().findVirtual(Object.class, "wait", methodType(void.class, long.class));
        synchronized (lock) { wait.invokeExact(lock, 3L); }
        Thread n = new Thread(() -> { synchronized (lock) { lock.notifyAll(); } });
        synchronized (lock) { n.start(); MethodHandles.lookup().findVirtual(Object.class, "wait", methodType(void.class)).invokeExact(lock); }
        n.join();
        MethodHandle join = MethodHandles.lookup().findVirtual(Thread.class, "join", methodType(void.class));
        Thread last = new Thread(() -> System.out.println("last"));
        last.start();
        join.invokeExact(last);
        MethodHandle yield = MethodHandles.lookup().findStatic(Thread.class, "yield", methodType(void.class));
        yield.invokeExact();
        System.out.println(MethodHandles.lookup().findStatic(Thread.class, "currentThread", methodType(Thread.class)).invoke() == Thread.currentThread());
        System.out.println((int) MethodHandles.lookup().findStatic(System.class, "identityHashCode", methodType(int.class, Object.class)).invoke((Object) null));
    }
}
