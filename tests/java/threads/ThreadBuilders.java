//@ jdk: 21
import java.util.concurrent.ThreadFactory;

/** Thread.Builder for platform threads: names with numbers, daemon, priority, group, factories, handlers. */
public class ThreadBuilders {
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    static void show(Thread t) {
        System.out.println("'" + t.getName() + "' " + t.getState() + " daemon " + t.isDaemon() + " priority "
                + t.getPriority() + " virtual " + t.isVirtual());
    }

    public static void main(String[] args) throws Exception {
        show(Thread.ofPlatform().unstarted(() -> { }));
        show(Thread.ofPlatform().name("plain").unstarted(() -> { }));
        show(Thread.ofPlatform().name("daemon").daemon().unstarted(() -> { }));
        show(Thread.ofPlatform().name("not daemon").daemon(false).priority(8).unstarted(() -> { }));
        Thread started = Thread.ofPlatform().name("started").start(() -> System.out.println("started runs"));
        started.join();
        show(started);

        Thread.Builder.OfPlatform numbered = Thread.ofPlatform().name("worker-", 3);
        for (int i = 0; i < 3; i++) {
            show(numbered.unstarted(() -> { }));
        }
        ThreadFactory factory = numbered.factory();
        show(factory.newThread(() -> { }));
        show(factory.newThread(() -> { }));
        show(numbered.unstarted(() -> { }));

        ThreadGroup group = new ThreadGroup("built");
        Thread grouped = Thread.ofPlatform().group(group).unstarted(() -> { });
        System.out.println("group " + grouped.getThreadGroup().getName());
        Thread failing = Thread.ofPlatform().name("failing")
                .uncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " failed: " + e.getMessage()))
                .start(() -> {
                    throw new IllegalStateException("on purpose");
                });
        failing.join();

        INHERITED.set("from main");
        Thread.ofPlatform().start(() -> System.out.println("inherits " + INHERITED.get())).join();
        Thread.ofPlatform().inheritInheritableThreadLocals(false)
                .start(() -> System.out.println("does not inherit " + INHERITED.get())).join();
        Thread.ofPlatform().stackSize(1 << 20).start(() -> System.out.println("stack size is a hint")).join();

        for (Runnable bad : new Runnable[] {
            () -> Thread.ofPlatform().priority(0),
            () -> Thread.ofPlatform().priority(11),
            () -> Thread.ofPlatform().stackSize(-1),
            () -> Thread.ofPlatform().name("n", -1),
        }) {
            try {
                bad.run();
                System.out.println("accepted");
            } catch (IllegalArgumentException e) {
                System.out.println("refused: " + e.getClass().getSimpleName());
            }
        }
        try {
            Thread.ofPlatform().unstarted(null);
        } catch (NullPointerException e) {
            System.out.println("no task: NullPointerException");
        }
        System.out.println("ids differ " + (started.threadId() != failing.threadId()));
    }
}
