import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteOrder;
import java.text.SimpleDateFormat;
import java.util.Locale;
import java.util.Observable;
import java.util.TimeZone;
import java.util.TimerTask;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Classes that recipes of API programs need and the class library does not have. */
final class Api2 {
    private Api2() {}

    /** For field updaters, reflection and handles. */
    public static class Cell {
        public volatile int n;
        public volatile long l;
        public volatile Object r;
        public int p;
    }

    static final VarHandle P;
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    static {
        try {
            P = MethodHandles.lookup().findVarHandle(Cell.class, "p", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static Field cellField(String name) throws NoSuchFieldException {
        return Cell.class.getField(name);
    }

    static final AtomicInteger COUNT = new AtomicInteger();

    /** Initialised by whoever comes first. */
    static final class Lazy {
        static int n = 5;

        static void touch() {
            n++;
        }
    }

    /** Due after some time. */
    static final class Soon implements Delayed {
        private final String name;
        private final long nanos;

        Soon(String name, long nanos) {
            this.name = name;
            this.nanos = nanos;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return nanos == 0 ? 0 : unit.convert(1, TimeUnit.DAYS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(nanos, ((Soon) other).nanos);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Soon soon && soon.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Tells when it is done. */
    static final class Done extends FutureTask<Object> {
        private final AtomicInteger told;

        Done(AtomicInteger told) {
            super(() -> "v");
            this.told = told;
        }

        @Override
        protected void done() {
            if (told != null) {
                told.incrementAndGet();
            }
        }
    }

    static final class Task extends TimerTask {
        private final AtomicInteger runs;

        Task(AtomicInteger runs) {
            this.runs = runs;
        }

        @Override
        public void run() {
            runs.incrementAndGet();
        }
    }

    /** A thread whose body is synchronized. */
    static final class Locked extends Thread {
        Locked() {
            super("T");
        }

        @Override
        public synchronized void run() {
            setName("U");
        }
    }

    @SuppressWarnings("deprecation")
    static final class Watched extends Observable {
        void change() {
            setChanged();
            notifyObservers();
        }
    }

    static ThreadFactory daemons() {
        return body -> {
            Thread thread = new Thread(body, "worker");
            thread.setDaemon(true);
            return thread;
        };
    }

    static SimpleDateFormat format(String pattern) {
        SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    }
}
