import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** FutureTask run by hand: results, failures, cancellation, done hook, runAndReset, several waiters, text form. */
public class FutureTasks {
    static class Noted<T> extends FutureTask<T> {
        Noted(Callable<T> c) {
            super(c);
        }

        @Override
        protected void done() {
            System.out.println("done hook, cancelled " + isCancelled());
        }

        boolean again() {
            return runAndReset();
        }

        void force(T value) {
            set(value);
        }
    }

    static String text(Object o) {
        return o.toString().replaceAll("^.*@[0-9a-f]+\\[", "[").replaceAll("task = .*]", "task = ...]");
    }

    static String get(FutureTask<?> f) {
        try {
            return "value " + f.get(1, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return "failed with " + e.getCause().getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        } catch (TimeoutException e) {
            return "timeout";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> f = new FutureTask<>(() -> 6 * 7);
        System.out.println(text(f) + " done " + f.isDone() + ", " + get(f));
        f.run();
        f.run();
        System.out.println(text(f) + " done " + f.isDone() + ", " + get(f) + ", cancel " + f.cancel(true));
        FutureTask<Object> failing = new FutureTask<>(() -> {
            throw new Exception("checked");
        });
        failing.run();
        System.out.println(text(failing) + " " + get(failing) + ", done " + failing.isDone());
        FutureTask<String> fromRunnable = new FutureTask<>(() -> System.out.println("runnable runs"), "result");
        fromRunnable.run();
        System.out.println(get(fromRunnable));
        Noted<Integer> cancelled = new Noted<>(() -> 1);
        System.out.println("cancel " + cancelled.cancel(false) + " again " + cancelled.cancel(true));
        cancelled.run();
        System.out.println(text(cancelled) + " " + get(cancelled) + ", done " + cancelled.isDone());
        int[] runs = new int[1];
        Noted<Integer> repeated = new Noted<>(() -> {
            if (++runs[0] == 4) {
                throw new IllegalStateException("fourth run");
            }
            return runs[0];
        });
        System.out.println("repeated " + repeated.again() + " " + repeated.again() + " " + repeated.again()
                + " done " + repeated.isDone());
        System.out.println("fails " + repeated.again() + " " + get(repeated) + ", then " + repeated.again());
        Noted<Integer> forced = new Noted<>(() -> 1);
        forced.force(9);
        System.out.println(get(forced));

        FutureTask<Integer> shared = new FutureTask<>(() -> 123);
        Thread[] ts = new Thread[3];
        int[] got = new int[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                shared.run();
                try {
                    got[id] = shared.get();
                } catch (InterruptedException | ExecutionException e) {
                    got[id] = -1;
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("all see it " + got[0] + " " + got[1] + " " + got[2]);
    }
}
