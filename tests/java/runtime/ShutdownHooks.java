// Shutdown hooks run after main has ended, and before the program does.
public class ShutdownHooks {
    public static void main(String[] args) {
        Thread hook = new Thread(() -> System.out.println("hook runs in " + Thread.currentThread().getName()), "the-hook");
        Thread removed = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
        try { Runtime.getRuntime().addShutdownHook(hook); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Runtime.getRuntime().addShutdownHook(Thread.currentThread()); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println("main ends");
    }
}
