import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteOrder;
import java.text.SimpleDateFormat;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Observable;
import java.util.TimeZone;
import java.util.TimerTask;
import java.util.concurrent.Delayed;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Classes that recipes of API programs need and the class library does not have. */
final class Api2 {
    private Api2() {}

    /** What a call tells. */
    static String tell(Api.Body call) {
        try {
            return Api.show(call.call(null));
        } catch (Throwable e) {
            return Api.thrown(e);
        }
    }

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

    /** Computes a number once for a class. */
    static final class Counted extends ClassValue<Object> {
        private final AtomicInteger count;

        Counted(AtomicInteger count) {
            this.count = count;
        }

        @Override
        protected Object computeValue(Class<?> type) {
            return count.getAndIncrement();
        }
    }

    /** A latch. */
    static final class Sync extends AbstractQueuedSynchronizer {
        boolean isOpen() {
            return getState() != 0;
        }

        @Override
        protected int tryAcquireShared(int ignored) {
            return getState() != 0 ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int ignored) {
            setState(1);
            return true;
        }
    }

    /** A lock whose state is a long. */
    static final class LongLock extends AbstractQueuedLongSynchronizer {
        @Override
        protected boolean tryAcquire(long ignored) {
            if (!compareAndSetState(0, 1)) {
                return false;
            }
            setExclusiveOwnerThread(Thread.currentThread());
            return true;
        }

        @Override
        protected boolean tryRelease(long ignored) {
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() != 0 && getExclusiveOwnerThread() == Thread.currentThread();
        }

        boolean isLocked() {
            return getState() != 0;
        }
    }

    static final class Bundle extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"a", "1"}};
        }
    }

    static ObjectInputStream objects(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (Object object : objects) {
                out.writeObject(object);
            }
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }

    /** Takes what it is given. */
    static final class Listener implements Flow.Subscriber<Object> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(10);
        }

        @Override
        public void onNext(Object item) {}

        @Override
        public void onError(Throwable e) {}

        @Override
        public void onComplete() {}
    }

    static final class Sum extends RecursiveTask<Object> {
        private final int n;

        Sum(int n) {
            this.n = n;
        }

        @Override
        protected Object compute() {
            return n == 0 ? 0 : n + (int) new Sum(n - 1).invoke();
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
