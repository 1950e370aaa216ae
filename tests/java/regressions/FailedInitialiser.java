// A class whose initialiser failed stays unusable, and every later use tells why, with the frames of the first failure.

public class FailedInitialiser {
    static class Lazy {
        static int value = 3;

        static {
            if (value == 3) {
                throw new IllegalStateException("Lazy fails");
            }
        }

        static int get() {
            return value;
        }
    }

    static class Child extends Lazy {
        static int own = 4;
    }

    static class Broken {
        static final Object[] SLOTS = fill(new String[1]);

        static Object[] fill(Object[] slots) {
            slots[0] = 5;
            return slots;
        }
    }

    static class Wrong {
        static {
            if (Lazy.class != null) {
                throw new AssertionError("an error is not wrapped");
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            attempt("get", () -> System.out.println(Lazy.get()));
            attempt("field", () -> System.out.println(Lazy.value++));
            attempt("new", () -> System.out.println(new Lazy()));
            attempt("array", () -> System.out.println(new Lazy[2].length));
            attempt("child", () -> System.out.println(Child.own));
            attempt("broken", () -> System.out.println(Broken.SLOTS.length));
            attempt("wrong", () -> System.out.println(new Wrong()));
        }
    }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                System.out.println(what + ": " + t);
                for (StackTraceElement frame : t.getStackTrace()) {
                    System.out.println("  at " + frame);
                }
            }
        }
    }
}
