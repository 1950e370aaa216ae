/** Each thread has its own value of a ThreadLocal; initial values, set, remove, values after a thread's end. */
public class ThreadLocals {
    static int initialCalls;

    static final ThreadLocal<String> NAME = new ThreadLocal<>();
    static final ThreadLocal<int[]> COUNTER = ThreadLocal.withInitial(() -> {
        synchronized (ThreadLocals.class) {
            initialCalls++;
        }
        return new int[1];
    });
    static final ThreadLocal<Integer> OVERRIDDEN = new ThreadLocal<>() {
        @Override
        protected Integer initialValue() {
            return 99;
        }
    };

    static void run(String name, Runnable r) throws InterruptedException {
        Thread t = new Thread(r, name);
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        System.out.println("no value: " + NAME.get());
        NAME.set("main's");
        run("child", () -> {
            System.out.println("child sees " + NAME.get());
            NAME.set("child's");
            System.out.println("child set " + NAME.get());
        });
        System.out.println("main keeps " + NAME.get());
        run("later", () -> System.out.println("a later thread sees " + NAME.get()));
        NAME.remove();
        System.out.println("removed: " + NAME.get());

        System.out.println("overridden " + OVERRIDDEN.get());
        OVERRIDDEN.set(1);
        System.out.println("set " + OVERRIDDEN.get());
        OVERRIDDEN.remove();
        System.out.println("after remove the initial value comes again: " + OVERRIDDEN.get());
        OVERRIDDEN.set(null);
        System.out.println("null is a value: " + OVERRIDDEN.get());

        Thread[] ts = new Thread[4];
        int[] results = new int[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k <= id * 10; k++) {
                    COUNTER.get()[0]++;
                }
                results[id] = COUNTER.get()[0];
            });
            ts[i].start();
        }
        for (int i = 0; i < ts.length; i++) {
            ts[i].join();
            System.out.println("thread " + i + " counted " + results[i]);
        }
        System.out.println("initial values made: " + initialCalls + ", main's own: " + COUNTER.get()[0]);

        // Enough keys to make the per-thread table grow and probe.
        ThreadLocal<?>[] many = new ThreadLocal<?>[100];
        long sum = 0;
        for (int i = 0; i < many.length; i++) {
            int n = i;
            many[i] = ThreadLocal.withInitial(() -> n);
            sum += (Integer) many[i].get();
        }
        for (int i = 0; i < many.length; i += 2) {
            many[i].remove();
        }
        for (ThreadLocal<?> t : many) {
            sum += (Integer) t.get();
        }
        System.out.println("sum over 100 keys, twice: " + sum);
    }
}
