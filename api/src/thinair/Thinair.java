package thinair;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a program can say to the model checker thinair, and ask from it.
 *
 * <p>No program needs this class to be checked: assertions, exceptions, deadlocks and data races are found without it. It is for inputs
 * ({@link #choose(int)}, {@link #assume(boolean)}), for outcomes that are to be listed ({@link #observe(String, int)}), and for
 * points that must not be reached ({@link #unreachable()}).
 *
 * <p>Under {@code thinair check} the three private methods at the end, {@code choose0}, {@code discard0} and {@code observe0}, are
 * performed by the checker and their bodies are never run. Everything else here is ordinary Java on top of them. Under plain {@code java} one
 * random run is made: choices are drawn, observations printed, and a run whose assumption fails is ended.
 *
 * <p>All methods may be called by any thread. Under the checker none of them synchronizes: they add no happens-before edge to the program.
 */
public final class Thinair {
    private Thinair() {}

    /**
     * Chooses a number. The checker tries all of them, one after the other; {@code java} draws one.
     *
     * @param n how many numbers there are to choose from
     * @return a number from 0 to {@code n - 1}
     * @throws IllegalArgumentException if {@code n} is not positive
     */
    public static int choose(int n) {
        if (n <= 0) {
            throw new IllegalArgumentException("nothing to choose from: " + n);
        }
        return n == 1 ? 0 : choose0(n);
    }

    /**
     * Chooses one of the given values, as {@link #choose(int)} chooses numbers. At least two are to be given: {@code choose(3)} is a
     * number below three, {@code choose(3, 4)} is three or four.
     *
     * @param first one value
     * @param second another one
     * @param rest more of them
     * @param <T> what they have in common
     * @return one of the values
     */
    @SafeVarargs
    public static <T> T choose(T first, T second, T... rest) {
        int index = choose(2 + rest.length);
        switch (index) {
            case 0:
                return first;
            case 1:
                return second;
            default:
                return rest[index - 2];
        }
    }

    /**
     * Goes on only if the condition holds. Otherwise the whole run, with all its threads, counts as one that does not exist: the checker drops
     * it, together with what it has observed, and {@code java} ends with a remark and status 0.
     *
     * @param condition what is taken for granted from here on
     */
    public static void assume(boolean condition) {
        if (!condition) {
            discard0();
        }
    }

    /**
     * Makes a value part of the outcome of this run. The checker lists all outcomes; {@code java} prints {@code name=value}.
     *
     * @param name what the value is called
     * @param value the value
     */
    public static void observe(String name, int value) {
        observe0(Objects.requireNonNull(name, "name"), String.valueOf(value));
    }

    /**
     * As {@link #observe(String, int)}.
     *
     * @param name what the value is called
     * @param value the value
     */
    public static void observe(String name, long value) {
        observe0(Objects.requireNonNull(name, "name"), String.valueOf(value));
    }

    /**
     * As {@link #observe(String, int)}.
     *
     * @param name what the value is called
     * @param value the value
     */
    public static void observe(String name, char value) {
        observe0(Objects.requireNonNull(name, "name"), String.valueOf(value));
    }

    /**
     * As {@link #observe(String, int)}.
     *
     * @param name what the value is called
     * @param value the value
     */
    public static void observe(String name, boolean value) {
        observe0(Objects.requireNonNull(name, "name"), String.valueOf(value));
    }

    /**
     * As {@link #observe(String, int)}, with the text of the object. Its {@code toString} is called here and now, by this thread.
     *
     * @param name what the value is called
     * @param value the value, or null
     */
    public static void observe(String name, Object value) {
        observe0(Objects.requireNonNull(name, "name"), String.valueOf(value));
    }

    /**
     * Marks a method without parameters as the body of a thread, for {@code thinair explain}: all of them run side by side, on one object if they
     * are not static, and the assertions in them together say what is asked. Under {@code java} it means nothing.
     */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface thread {
        /**
         * Which threads must have ended before this one begins.
         *
         * @return the names of their methods
         */
        String[] after() default {};
    }

    /**
     * Says that this point is never reached; fails if it is, also where assertions are off. It never returns; its type lets one
     * write {@code throw unreachable();} where the compiler wants to see the end.
     *
     * @return nothing
     * @throws AssertionError always, with the caller's point in the message and on top of its stack
     */
    public static AssertionError unreachable() {
        AssertionError error = new AssertionError();
        StackTraceElement[] trace = error.getStackTrace();
        if (trace.length < 2) { // the virtual machine may leave stack traces out
            throw new AssertionError("reached a point that is unreachable");
        }
        AssertionError told = new AssertionError("reached " + trace[1]);
        told.setStackTrace(Arrays.copyOfRange(trace, 1, trace.length));
        throw told;
    }

    /** Performed by the checker: all of 0 to {@code n - 1}, where {@code n} is 2 or more. */
    private static int choose0(int n) {
        return ThreadLocalRandom.current().nextInt(n);
    }

    /** Performed by the checker: drops the run. Never returns. */
    private static void discard0() {
        // Ending only this thread would let the others fail for want of it, and report a run that does not count.
        System.err.println("thinair: an assumption does not hold: this run does not count");
        System.err.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Performed by the checker: adds to the outcome of the run. Neither argument is null. */
    private static void observe0(String name, String value) {
        System.out.println(name + "=" + value);
    }
}
