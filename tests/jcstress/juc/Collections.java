package juc;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Concurrent collections: linearizable operations, and happens-before from putting in to taking out. */
public class Collections {

    @JCStressTest
    @Outcome(id = {"null, a", "b, null"}, expect = Expect.ACCEPTABLE, desc = "One is first.")
    @State
    public static class PutIfAbsent {
        final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

        @Actor
        public void first(LL_Result r) {
            r.r1 = map.putIfAbsent("k", "a");
        }

        @Actor
        public void second(LL_Result r) {
            r.r2 = map.putIfAbsent("k", "b");
        }
    }

    @JCStressTest
    @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "No update is lost.")
    @State
    public static class Merge {
        final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

        @Actor
        public void first() {
            map.merge("k", 1, Integer::sum);
        }

        @Actor
        public void second() {
            map.merge("k", 2, Integer::sum);
        }

        @Arbiter
        public void last(I_Result r) {
            r.r1 = map.get("k");
        }
    }

    static class Box {
        int x;
    }

    @JCStressTest
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE, desc = "Not there, or there with its contents.")
    @Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "Putting happens before getting.")
    @State
    public static class MapPublishes {
        final ConcurrentHashMap<String, Box> map = new ConcurrentHashMap<>();

        @Actor
        public void writer() {
            Box b = new Box();
            b.x = 1;
            map.put("k", b);
        }

        @Actor
        public void reader(I_Result r) {
            Box b = map.get("k");
            r.r1 = b == null ? -1 : b.x;
        }
    }

    @JCStressTest
    @Outcome(id = {"a, b", "b, a"}, expect = Expect.ACCEPTABLE, desc = "Both are in the queue, in some order.")
    @State
    public static class LinkedQueue {
        final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();

        @Actor
        public void first() {
            queue.offer("a");
        }

        @Actor
        public void second() {
            queue.offer("b");
        }

        @Arbiter
        public void last(LL_Result r) {
            r.r1 = queue.poll();
            r.r2 = queue.poll();
        }
    }

    @JCStressTest
    @Outcome(id = {"a, null, null", "null, a, null"}, expect = Expect.ACCEPTABLE, desc = "One of them takes it.")
    @State
    public static class OneElement {
        final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>(java.util.List.of("a"));

        @Actor
        public void first(LLL_Result r) {
            r.r1 = queue.poll();
        }

        @Actor
        public void second(LLL_Result r) {
            r.r2 = queue.poll();
        }

        @Arbiter
        public void last(LLL_Result r) {
            r.r3 = queue.poll();
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The taker waits, and sees what is in the box.")
    @State
    public static class ArrayBlocking {
        final ArrayBlockingQueue<Box> queue = new ArrayBlockingQueue<>(1);

        @Actor
        public void producer() {
            try {
                Box b = new Box();
                b.x = 1;
                queue.put(b);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void consumer(I_Result r) {
            try {
                r.r1 = queue.take().x;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "First in, first out.")
    @State
    public static class LinkedBlocking {
        final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

        @Actor
        public void producer() {
            try {
                queue.put(1);
                queue.put(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Actor
        public void consumer(II_Result r) {
            try {
                r.r1 = queue.take();
                r.r2 = queue.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"[a, b]", "[b, a]"}, expect = Expect.ACCEPTABLE, desc = "Both are added.")
    @State
    public static class CopyOnWrite {
        final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();

        @Actor
        public void first() {
            list.add("a");
        }

        @Actor
        public void second() {
            list.add("b");
        }

        @Arbiter
        public void last(L_Result r) {
            r.r1 = list.toString();
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One of them puts it in.")
    @State
    public static class KeySet {
        final java.util.Set<String> set = ConcurrentHashMap.newKeySet();

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = set.add("k");
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = set.add("k");
        }
    }

    @JCStressTest
    @Outcome(id = {"null, a", "b, null"}, expect = Expect.ACCEPTABLE, desc = "One is first.")
    @State
    public static class SkipList {
        final ConcurrentSkipListMap<Integer, String> map = new ConcurrentSkipListMap<>();

        @Actor
        public void first(LL_Result r) {
            r.r1 = map.put(1, "a");
        }

        @Actor
        public void second(LL_Result r) {
            r.r2 = map.put(1, "b");
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "The list is locked as a whole.")
    @State
    public static class SynchronizedList {
        final java.util.List<String> list = java.util.Collections.synchronizedList(new java.util.ArrayList<>());

        int add(String s) {
            synchronized (list) {
                list.add(s);
                return list.size();
            }
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = add("a");
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = add("b");
        }
    }
}
