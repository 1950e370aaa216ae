/** A child thread gets its creator's inheritable values as they are when the child is made. */
public class InheritableThreadLocals {
    static final InheritableThreadLocal<String> PLAIN = new InheritableThreadLocal<>();
    static final InheritableThreadLocal<Integer> DEPTH = new InheritableThreadLocal<>() {
        @Override
        protected Integer initialValue() {
            return 0;
        }

        @Override
        protected Integer childValue(Integer parent) {
            System.out.println("childValue(" + parent + ") in " + Thread.currentThread().getName());
            return parent + 1;
        }
    };
    static final InheritableThreadLocal<int[]> SHARED = new InheritableThreadLocal<>();
    static final ThreadLocal<String> NOT_INHERITED = new ThreadLocal<>();

    static void nest(int levels) {
        System.out.println(Thread.currentThread().getName() + " depth " + DEPTH.get());
        if (levels == 0) {
            return;
        }
        Thread t = new Thread(() -> nest(levels - 1), "level-" + (4 - levels));
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        PLAIN.set("at creation");
        NOT_INHERITED.set("mine");
        SHARED.set(new int[] {1});
        Thread child = new Thread(() -> {
            System.out.println("child sees " + PLAIN.get() + ", " + NOT_INHERITED.get() + ", " + SHARED.get()[0]);
            PLAIN.set("child's own");
            SHARED.get()[0]++;
            System.out.println("child set " + PLAIN.get());
        });
        PLAIN.set("after creation");
        child.start();
        child.join();
        System.out.println("main sees " + PLAIN.get() + ", shared object " + SHARED.get()[0]);

        Runnable show = () -> System.out.println("without inheritance: " + PLAIN.get());
        Thread without = new Thread(null, show, "w", 0, false);
        without.start();
        without.join();

        PLAIN.remove();
        Thread none = new Thread(() -> System.out.println("removed before: " + PLAIN.get()));
        none.start();
        none.join();

        System.out.println("main depth " + DEPTH.get());
        nest(3);
        System.out.println("main depth still " + DEPTH.get());
    }
}
