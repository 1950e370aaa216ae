// PriorityQueue and BitSet: heap order, removal, iterators; bit operations, ranges, streams.
import java.util.*;

public class Queues {
    record Job(String name, int prio) implements Comparable<Job> { public int compareTo(Job o) { return Integer.compare(prio, o.prio); } }

    public static void main(String[] args) {
        PriorityQueue<Integer> q = new PriorityQueue<>();
        for (int i : new int[] {5, 3, 8, 1, 9, 2, 7, 3}) q.add(i);
        System.out.println(q + " " + q.peek() + " " + q.size() + " " + q.contains(8) + " " + q.remove(8) + " " + q.remove(100) + " " + q);
        StringBuilder sb = new StringBuilder();
        while (!q.isEmpty()) sb.append(q.poll()).append(' ');
        System.out.println(sb + "" + q.poll() + q.peek());
        PriorityQueue<String> byLen = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        byLen.addAll(List.of("ccc", "a", "bb", "b", "dddd", "aa"));
        sb.setLength(0);
        while (byLen.size() > 0) sb.append(byLen.remove()).append(' ');
        System.out.println(sb);
        PriorityQueue<Job> jobs = new PriorityQueue<>(List.of(new Job("low", 9), new Job("high", 1), new Job("mid", 5)));
        System.out.println(jobs.poll() + " " + jobs.poll().name());
        int[][] graph = {{0, 7, 9, 0, 0, 14}, {7, 0, 10, 15, 0, 0}, {9, 10, 0, 11, 0, 2}, {0, 15, 11, 0, 6, 0}, {0, 0, 0, 6, 0, 9}, {14, 0, 2, 0, 9, 0}};
        int[] dist = new int[6];
        Arrays.fill(dist, Integer.MAX_VALUE);
        dist[0] = 0;
        PriorityQueue<int[]> open = new PriorityQueue<>((a, b) -> a[1] - b[1]);
        open.add(new int[] {0, 0});
        while (!open.isEmpty()) {
            int[] cur = open.poll();
            for (int j = 0; j < 6; j++) if (graph[cur[0]][j] > 0 && cur[1] + graph[cur[0]][j] < dist[j]) open.add(new int[] {j, dist[j] = cur[1] + graph[cur[0]][j]});
        }
        System.out.println(Arrays.toString(dist));
        try { q.add(null); } catch (NullPointerException e) { System.out.println("no null"); }
        try { q.element(); } catch (NoSuchElementException e) { System.out.println("empty"); }
        try { PriorityQueue<Object> o = new PriorityQueue<>(); o.add("x"); o.add(1); } catch (ClassCastException e) { System.out.println("mixed"); }
        PriorityQueue<Integer> big = new PriorityQueue<>(Collections.reverseOrder());
        for (int i = 0; i < 200; i++) big.add(i * 37 % 199);
        Iterator<Integer> it = big.iterator();
        while (it.hasNext()) if (it.next() % 3 == 0) it.remove();
        int prev = Integer.MAX_VALUE, n = 0;
        boolean ok = true;
        while (!big.isEmpty()) { int v = big.poll(); ok &= v <= prev && v % 3 != 0; prev = v; n++; }
        System.out.println(ok + " " + n);
        BitSet b = new BitSet();
        b.set(1); b.set(5, 9); b.set(64); b.set(200);
        System.out.println(b + " " + b.cardinality() + " " + b.length() + " " + b.size() + " " + b.get(6) + b.get(7000) + " " + b.nextSetBit(9) + " " + b.nextClearBit(5) + " " + b.previousSetBit(199) + " " + b.previousClearBit(8));
        BitSet c = new BitSet();
        c.set(0, 7); c.flip(3); c.flip(60, 70); c.clear(0);
        BitSet and = (BitSet) b.clone(), or = (BitSet) b.clone(), xor = (BitSet) b.clone(), andNot = (BitSet) b.clone();
        and.and(c); or.or(c); xor.xor(c); andNot.andNot(c);
        System.out.println(c + " " + and + " " + or + " " + xor + " " + andNot + " " + b.intersects(c));
        System.out.println(b.hashCode() + " " + b.equals(b.clone()) + " " + Arrays.toString(b.toLongArray()) + " " + Arrays.toString(c.toByteArray()) + " " + BitSet.valueOf(new long[] {5}) + " " + b.get(4, 10) + " " + b.stream().sum());
        BitSet primes = new BitSet(300);
        primes.set(2, 300);
        for (int i = 2; i * i < 300; i = primes.nextSetBit(i + 1)) for (int j = i * i; j < 300; j += i) primes.clear(j);
        System.out.println(primes.cardinality() + " " + primes.previousSetBit(299) + " " + new BitSet() + new BitSet().isEmpty());
        try { b.set(-1); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        b.clear();
        System.out.println(b.isEmpty() + " " + b.length());
    }
}
