// A default handler for the exception that ends main; the status is still 1.
//@ exit: 1
public class UncaughtOwnHandler {
    static class Fatal extends Exception { Fatal(Throwable cause) { super("fatal", cause); } }

    public static void main(String[] args) throws Fatal {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("handler on " + t.getName() + ": " + e + " because of " + e.getCause()));
        Thread other = new Thread(() -> System.out.println("a thread that outlives main's frame"));
        other.start();
        try { other.join(); } catch (InterruptedException e) { throw new Fatal(e); }
        try {
            Object o = "text";
            Integer i = (Integer) o;
        } catch (ClassCastException e) {
            throw new Fatal(new RuntimeException("cast"));
        }
    }
}
