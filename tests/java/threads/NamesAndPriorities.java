/** Thread names, default names, priorities and their bounds, and what a child takes from its parent. */
public class NamesAndPriorities {
    static void show(String what, Thread t) {
        System.out.println(what + ": " + t.getName() + " priority " + t.getPriority() + " daemon " + t.isDaemon());
    }

    public static void main(String[] args) throws Exception {
        Thread me = Thread.currentThread();
        show("main", me);
        show("default name", new Thread());
        show("default name again", new Thread(() -> { }));
        show("given name takes no number", new Thread("given"));
        show("third default", new Thread());
        Thread t = new Thread(() -> { }, "first");
        t.setName("second");
        show("renamed", t);
        try {
            t.setName(null);
        } catch (NullPointerException e) {
            System.out.println("setName(null): " + e.getMessage());
        }
        try {
            new Thread((String) null);
        } catch (NullPointerException e) {
            System.out.println("new Thread(null name): NullPointerException");
        }
        System.out.println("constants " + Thread.MIN_PRIORITY + " " + Thread.NORM_PRIORITY + " " + Thread.MAX_PRIORITY);
        for (int p : new int[] {0, 1, 10, 11}) {
            try {
                t.setPriority(p);
                System.out.println("setPriority(" + p + ") -> " + t.getPriority());
            } catch (IllegalArgumentException e) {
                System.out.println("setPriority(" + p + "): " + e);
            }
        }
        me.setPriority(7);
        Thread child = new Thread("child");
        show("inherits the priority", child);
        child.setDaemon(true);
        Thread[] grandchild = new Thread[1];
        Thread parent = new Thread(() -> grandchild[0] = new Thread("grandchild"), "parent");
        parent.setDaemon(true);
        parent.setPriority(3);
        parent.start();
        parent.join();
        show("inherits from its creator", grandchild[0]);
        me.setPriority(Thread.NORM_PRIORITY);

        Thread self = new Thread(() -> {
            Thread.currentThread().setName("renamed itself");
            Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
        });
        self.start();
        self.join();
        show("after its end", self);
        me.setName("the main thread");
        System.out.println("main renamed: " + Thread.currentThread().getName());
        System.out.println("ids differ: " + (self.getId() != me.getId()) + ", positive " + (me.getId() > 0));
        System.out.println("text holds name: " + self.toString().contains("renamed itself"));
    }
}
