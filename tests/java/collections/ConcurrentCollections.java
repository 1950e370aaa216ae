// The concurrent collections, used by one thread: maps, lists, queues, skip lists, copy on write.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class ConcurrentCollections {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        for (String w : "a b c a b a".split(" ")) m.merge(w, 1, Integer::sum);
        System.out.println(m + " " + m.putIfAbsent("a", 9) + " " + m.computeIfAbsent("d", String::length) + " " + m.computeIfPresent("a", (k, v) -> null) + " " + m.replace("b", 2, 20) + " " + m.remove("c", 5) + " " + m.getOrDefault("q", -1) + " " + m.mappingCount() + " " + new TreeMap<>(m));
        for (int i = 0; i < 200; i++) m.put("key" + i, i);
        System.out.println(m.size() + " " + m.get("key150") + " " + m.reduceValues(1000, Integer::sum) + " " + m.search(1000, (k, v) -> v == 77 ? k : null) + " " + m.reduceKeysToLong(1000, String::length, 0, Long::sum));
        m.forEach(1000, (k, v) -> v % 100 == 99 ? k : null, k -> { if (k.length() < 6) System.out.print(k + " "); });
        System.out.println(m.keySet().removeIf(k -> k.startsWith("key")) + " " + new TreeMap<>(m));
        for (String k : m.keySet()) m.put(k + k, 1);
        System.out.println(new TreeSet<>(m.keySet()).first() + " no CME");
        try { m.put(null, 1); } catch (NullPointerException e) { System.out.println("null key refused"); }
        try { m.computeIfAbsent("r1", k -> m.computeIfAbsent("r1", x -> 1)); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Set<String> ks = ConcurrentHashMap.newKeySet();
        System.out.println(ks.add("x") + " " + ks.add("x") + ks);
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (Integer x : cow) cow.add(x * 10);
        System.out.println(cow + " " + cow.addIfAbsent(10) + cow.addIfAbsent(99) + " " + cow.remove(Integer.valueOf(2)) + cow);
        try { Iterator<Integer> it = cow.iterator(); it.next(); it.remove(); } catch (UnsupportedOperationException e) { System.out.println("no remove through iterator"); }
        System.out.println(new CopyOnWriteArraySet<>(List.of(3, 1, 3)) + " " + cow.subList(1, 3) + cow.indexOf(10));
        ConcurrentSkipListMap<Integer, String> sk = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 50; i++) sk.put(i * 37 % 101, "v" + i);
        System.out.println(sk.firstKey() + " " + sk.lastEntry() + " " + sk.floorKey(50) + " " + sk.ceilingKey(51) + " " + sk.headMap(10) + " " + sk.descendingKeySet().first() + " " + sk.pollFirstEntry() + " " + sk.size() + " " + sk.subMap(20, 40).keySet());
        ConcurrentSkipListSet<String> ss = new ConcurrentSkipListSet<>(List.of("b", "c", "a"));
        System.out.println(ss + " " + ss.higher("a") + ss.pollLast() + ss);
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        System.out.println(q.poll() + " " + q.peek() + " " + q.offer(4) + " " + q + " " + q.remove(3) + q.contains(3) + q.size());
        ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
        d.addFirst(1); d.addLast(2); d.push(0);
        System.out.println(d + " " + d.pollLast() + d.peekFirst() + d.removeFirstOccurrence(1) + d);
        ArrayBlockingQueue<Integer> ab = new ArrayBlockingQueue<>(2);
        System.out.println(ab.offer(1) + " " + ab.offer(2) + " " + ab.offer(3) + " " + ab.remainingCapacity() + " " + ab.take() + " " + ab.poll(1, TimeUnit.SECONDS) + " " + ab.poll());
        try { ab.add(1); ab.add(2); ab.add(3); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        LinkedBlockingDeque<String> lb = new LinkedBlockingDeque<>(3);
        lb.put("b"); lb.putFirst("a"); lb.offerLast("c");
        List<String> drained = new ArrayList<>();
        System.out.println(lb.offer("d") + " " + lb.drainTo(drained, 2) + drained + lb);
        PriorityBlockingQueue<Integer> pb = new PriorityBlockingQueue<>(4, Comparator.reverseOrder());
        pb.addAll(List.of(3, 9, 1));
        System.out.println(pb.take() + " " + pb.peek() + " " + new LinkedBlockingQueue<>(List.of(1)).poll() + " " + new SynchronousQueue<Integer>().offer(1) + " " + new LinkedTransferQueue<>(List.of(5)).poll());
        CompletableFuture<Integer> f = CompletableFuture.completedFuture(20).thenApply(x -> x + 1).thenCombine(CompletableFuture.completedFuture(2), (a, b) -> a * b);
        System.out.println(f.get() + " " + f.isDone() + " " + f.thenCompose(x -> CompletableFuture.completedFuture("c" + x)).join() + " " + CompletableFuture.<Integer>failedFuture(new RuntimeException("bad")).exceptionally(e -> -1).join() + " " + f.handle((v, e) -> v + ":" + e).join() + " " + CompletableFuture.allOf(f, f).thenApply(v -> "all").join() + " " + CompletableFuture.anyOf(f).join());
        try { CompletableFuture.failedFuture(new IllegalStateException("inner")).join(); } catch (CompletionException e) { System.out.println(e.getMessage()); }
        CompletableFuture<String> manual = new CompletableFuture<>();
        AtomicInteger calls = new AtomicInteger();
        manual.whenComplete((v, e) -> calls.incrementAndGet());
        System.out.println(manual.getNow("not yet") + " " + manual.complete("now") + manual.complete("again") + manual.join() + calls + " " + new CompletableFuture<String>().cancel(true));
        FutureTask<Integer> ft = new FutureTask<>(() -> 6 * 7);
        ft.run();
        System.out.println(ft.get() + " " + ft.isDone() + ft.isCancelled() + " " + TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.NANOSECONDS.convert(3, TimeUnit.MICROSECONDS));
        try { new FutureTask<>(() -> { throw new java.io.IOException("io"); }) {{ run(); }}.get(); } catch (ExecutionException e) { System.out.println(e.getMessage() + " / " + e.getCause().getMessage()); }
    }
}
