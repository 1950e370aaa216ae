import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** A shared int, said in one of the ways that Java has for it. Those of one mode must give the same outcomes. */
public abstract class Cell {
    abstract int get();

    abstract void set(int value);

    static Cell of(String way) {
        switch (way) {
            case "plain-field":
                return new PlainField();
            case "plain-handle":
                return new PlainHandle();
            case "volatile-field":
                return new VolatileField();
            case "volatile-handle":
                return new VolatileHandle();
            case "atomic":
                return new Atomic();
            default:
                throw new IllegalArgumentException(way);
        }
    }

    static VarHandle handle(Class<?> owner) {
        try {
            return MethodHandles.lookup().findVarHandle(owner, "value", int.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    /** Starts all threads and waits for them. */
    static void run(Runnable... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static final class PlainField extends Cell {
        int value;

        @Override
        int get() {
            return value;
        }

        @Override
        void set(int value) {
            this.value = value;
        }
    }

    static final class PlainHandle extends Cell {
        static final VarHandle VALUE = handle(PlainHandle.class);
        int value;

        @Override
        int get() {
            return (int) VALUE.get(this);
        }

        @Override
        void set(int value) {
            VALUE.set(this, value);
        }
    }

    static final class VolatileField extends Cell {
        volatile int value;

        @Override
        int get() {
            return value;
        }

        @Override
        void set(int value) {
            this.value = value;
        }
    }

    static final class VolatileHandle extends Cell {
        static final VarHandle VALUE = handle(VolatileHandle.class);
        int value;

        @Override
        int get() {
            return (int) VALUE.getVolatile(this);
        }

        @Override
        void set(int value) {
            VALUE.setVolatile(this, value);
        }
    }

    static final class Atomic extends Cell {
        final AtomicInteger value = new AtomicInteger();

        @Override
        int get() {
            return value.get();
        }

        @Override
        void set(int value) {
            this.value.set(value);
        }
    }
}
