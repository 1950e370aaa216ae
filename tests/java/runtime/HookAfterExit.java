// A shutdown hook runs after System.exit from a nested call, and cannot change the status.
//@ exit: 3
public class HookAfterExit {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook");
            try {
                Runtime.getRuntime().addShutdownHook(new Thread());
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }));
        try {
            Runnable r = () -> System.exit(3);
            r.run();
        } finally {
            System.out.println("never printed");
        }
    }
}
