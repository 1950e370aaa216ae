package juc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Executors and futures: submitting happens before the task, and the task before its result is got. */
public class Tasks {

    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "There and back again.")
    @State
    public static class Executor {
        int x;
        int y;

        @Actor
        public void actor(II_Result r) {
            try {
                ExecutorService pool = Executors.newSingleThreadExecutor();
                x = 1;
                Future<Integer> future = pool.submit(() -> {
                    y = 2;
                    return x;
                });
                r.r1 = future.get();
                r.r2 = y;
                pool.shutdown();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The task happens before get returns.")
    @State
    public static class FutureTasks {
        int x;
        final FutureTask<String> task = new FutureTask<>(() -> x = 1, "done");

        @Actor
        public void runner() {
            task.run();
        }

        @Actor
        public void getter(I_Result r) {
            try {
                task.get();
                r.r1 = x;
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Two run it, and it runs once.")
    @State
    public static class RunOnce {
        int x;
        final FutureTask<String> task = new FutureTask<>(() -> x++, "done");

        @Actor
        public void first() {
            task.run();
        }

        @Actor
        public void second() {
            task.run();
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Completing happens before join returns.")
    @State
    public static class Completable {
        int x;
        final CompletableFuture<String> future = new CompletableFuture<>();

        @Actor
        public void completer() {
            x = 1;
            future.complete("done");
        }

        @Actor
        public void joiner(I_Result r) {
            future.join();
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"a, a", "b, b"}, expect = Expect.ACCEPTABLE, desc = "It is completed once, for all.")
    @State
    public static class CompletedOnce {
        final CompletableFuture<String> future = new CompletableFuture<>();

        @Actor
        public void first(LL_Result r) {
            future.complete("a");
            r.r1 = future.join();
        }

        @Actor
        public void second(LL_Result r) {
            future.complete("b");
            r.r2 = future.join();
        }
    }
}
