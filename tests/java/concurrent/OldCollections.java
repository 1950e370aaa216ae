import java.util.ConcurrentModificationException;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Stack;
import java.util.TreeMap;
import java.util.Vector;

/** Hashtable, Vector, Stack and StringBuffer: the synchronized classes of the first releases under several threads. */
public class OldCollections {
    static void parallel(int threads, java.util.function.IntConsumer body) throws InterruptedException {
        Thread[] ts = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int id = i;
            ts[i] = new Thread(() -> body.accept(id));
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Vector<Integer> v = new Vector<>(2, 3);
        System.out.println("capacity " + v.capacity());
        for (int i = 0; i < 4; i++) {
            v.addElement(i);
        }
        System.out.println(v + " capacity " + v.capacity() + " first " + v.firstElement() + " last " + v.lastElement());
        v.insertElementAt(9, 1);
        v.removeElementAt(0);
        System.out.println(v + " " + v.elementAt(0) + " " + v.indexOf(3) + " " + v.removeElement(77));
        Enumeration<Integer> e = v.elements();
        v.add(100);
        int count = 0;
        while (e.hasMoreElements()) {
            count += e.nextElement() >= 0 ? 1 : 0;
        }
        System.out.println("enumeration sees the new element, counted " + count);
        Iterator<Integer> it = v.iterator();
        v.add(5);
        try {
            it.next();
        } catch (ConcurrentModificationException x) {
            System.out.println("iterator fails fast");
        }
        v.setSize(2);
        System.out.println("setSize " + v);
        Hashtable<String, Integer> h = new Hashtable<>();
        System.out.println("put " + h.put("a", 1) + " " + h.put("a", 2) + " " + h.putIfAbsent("b", 3) + " size "
                + h.size());
        for (Runnable r : new Runnable[] {() -> h.put(null, 1), () -> h.put("x", null), () -> h.get(null)}) {
            try {
                r.run();
            } catch (NullPointerException x) {
                System.out.print("no nulls ");
            }
        }
        System.out.println();
        System.out.println("contains " + h.contains(3) + " " + h.containsKey("b") + " " + h.containsValue(9) + " "
                + new TreeMap<>(h) + " remove " + h.remove("a") + " " + h.merge("b", 10, Integer::sum) + " " + h);
        int sum = 0;
        for (Enumeration<Integer> values = h.elements(); values.hasMoreElements(); ) {
            sum += values.nextElement();
        }
        System.out.println("values " + sum + " keys " + h.keys().nextElement());
        Stack<Integer> s = new Stack<>();
        s.push(1);
        s.push(2);
        System.out.println("stack " + s.peek() + " " + s.search(1) + " " + s.pop() + " " + s.pop() + " " + s.empty());

        Vector<Integer> shared = new Vector<>();
        Hashtable<Integer, Integer> table = new Hashtable<>(1);
        StringBuffer text = new StringBuffer();
        Stack<Integer> stack = new Stack<>();
        parallel(4, id -> {
            for (int i = 0; i < 100; i++) {
                shared.add(id);
                table.merge(i, id, Integer::sum);
                text.append("abcd");
                stack.push(i);
                stack.pop();
            }
        });
        System.out.println("vector " + shared.size() + " table " + table.size() + " " + table.get(50) + " text "
                + text.length() + " whole " + text.toString().replace("abcd", "").isEmpty() + " stack " + stack.size());
        shared.removeAll(List.of(1, 2, 3));
        System.out.println("left " + shared.size());
    }
}
