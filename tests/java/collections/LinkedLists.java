// LinkedList and ArrayDeque as lists, queues, deques and stacks.
import java.util.*;

public class LinkedLists {
    static void fill(Deque<Integer> d) {
        d.addFirst(2); d.addFirst(1); d.addLast(3); d.offerFirst(0); d.offerLast(4); d.push(-1); d.add(5); d.offer(6);
        System.out.println(d + " " + d.size() + " " + d.getFirst() + d.getLast() + d.peek() + d.peekFirst() + d.peekLast() + d.element());
        System.out.println(d.poll() + " " + d.pop() + " " + d.pollFirst() + " " + d.pollLast() + " " + d.remove() + " " + d.removeFirst() + " " + d.removeLast() + " " + d);
        d.addAll(List.of(7, 8, 7, 9, 7));
        System.out.println(d.removeFirstOccurrence(7) + " " + d.removeLastOccurrence(7) + " " + d.removeFirstOccurrence(100) + " " + d + " " + d.contains(8));
        Iterator<Integer> down = d.descendingIterator();
        StringBuilder sb = new StringBuilder();
        while (down.hasNext()) sb.append(down.next()).append(' ');
        System.out.println(sb);
        Iterator<Integer> it = d.iterator();
        it.next();
        it.remove();
        System.out.println(d + " " + d.removeIf(x -> x == 9) + d);
        d.clear();
        System.out.println(d.poll() + " " + d.peek() + " " + d.pollLast() + " " + d.isEmpty());
        for (Runnable r : new Runnable[] {d::getFirst, d::removeLast, d::pop, d::element, d::remove}) {
            try { r.run(); } catch (NoSuchElementException e) { System.out.print("NSE "); }
        }
        System.out.println();
    }

    public static void main(String[] args) {
        fill(new LinkedList<>());
        fill(new ArrayDeque<>());
        LinkedList<String> l = new LinkedList<>(List.of("a", "b", "c", "d"));
        l.add(2, "X");
        l.remove(0);
        l.set(3, "Z");
        System.out.println(l + " " + l.indexOf("Z") + " " + l.get(1) + " " + l.lastIndexOf("q") + " " + l.equals(List.of("b", "X", "c", "Z")));
        l.addAll(1, List.of("p", "q"));
        ListIterator<String> it = l.listIterator(3);
        it.add("new");
        System.out.println(it.previous() + it.previous() + it.nextIndex());
        it.remove();
        System.out.println(l);
        try { l.get(20); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { for (String s : l) l.remove(s); } catch (ConcurrentModificationException e) { System.out.println("CME"); }
        try { new ArrayDeque<Integer>().add(null); } catch (NullPointerException e) { System.out.println("no nulls"); }
        LinkedList<Integer> nulls = new LinkedList<>();
        nulls.add(null);
        System.out.println(nulls + " " + nulls.contains(null) + " " + nulls.poll() + nulls.poll());
        ArrayDeque<Integer> ring = new ArrayDeque<>(4);
        int sum = 0;
        for (int i = 0; i < 300; i++) {
            ring.addLast(i);
            if (i % 3 == 0) sum += ring.removeFirst();
            if (i % 7 == 0) ring.addFirst(-i);
        }
        System.out.println(sum + " " + ring.size() + " " + ring.peekFirst() + " " + ring.peekLast() + " " + new ArrayList<>(ring).hashCode());
    }
}
