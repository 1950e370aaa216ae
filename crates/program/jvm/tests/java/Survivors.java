import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Everything a collection may lose: structures, slots of all kinds, monitors, captured values, stacks of many threads. */
public class Survivors {
    static final class Node {
        final int value;
        Node next;
        Node previous;

        Node(int value) {
            this.value = value;
        }
    }

    record Point(int x, long y, String name) {}

    enum Colour { RED, GREEN, BLUE }

    static Object kept;
    static final Object LOCK = new Object();
    static final int[] TURN = new int[1];

    static long churn(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            int[] garbage = new int[i % 17];
            sum += garbage.length + ("g" + i).length();
        }
        return sum;
    }

    static String structures() {
        Node first = new Node(0);
        Node last = first;
        for (int i = 1; i < 200; i++) {
            Node node = new Node(i);
            node.previous = last;
            last.next = node;
            last = node;
            churn(3);
        }
        int forth = 0;
        int back = 0;
        for (Node n = first; n != null; n = n.next) {
            forth = forth * 31 + n.value;
        }
        for (Node n = last; n != null; n = n.previous) {
            back = back * 31 + n.value;
        }
        return forth + " " + back;
    }

    static String arrays() {
        Object[][] grid = new Object[7][5];
        long[] longs = new long[40];
        char[] chars = new char[9];
        boolean[] bits = new boolean[70];
        for (int i = 0; i < 35; i++) {
            grid[i / 5][i % 5] = i % 3 == 0 ? null : (Object) ("cell" + i);
            longs[i] = 1L << i;
            bits[2 * i] = true;
            churn(5);
        }
        chars[3] = 'x';
        StringBuilder text = new StringBuilder();
        for (Object[] row : grid.clone()) {
            for (Object cell : row) {
                text.append(cell).append(' ');
            }
        }
        return text.append(longs[33]).append(chars[3]).append(bits[68]).append(bits[69]).toString();
    }

    static String locals(int i, long l, float f, double d, Object o, byte b, short s, char c, boolean z) {
        Object dead = new int[1000];
        String alive = "alive" + i;
        dead = null;
        long before = l + churn(50);
        try {
            Object inner = alive;
            churn(50);
            if (i > 0) {
                throw new IllegalStateException(inner.toString());
            }
        } catch (IllegalStateException e) {
            alive = e.getMessage() + churn(20);
        } finally {
            churn(20);
        }
        return alive + before + f + d + o + b + s + c + z + dead;
    }

    static String deep(int depth, Object carried) {
        Object own = depth + ":" + carried.hashCode() % 7;
        churn(4);
        String below = depth == 0 ? "" : deep(depth - 1, own);
        return depth % 20 == 0 ? below + own + ";" : below;
    }

    static String maps() {
        Map<String, List<Point>> map = new HashMap<>();
        Map<Object, Integer> identity = new IdentityHashMap<>();
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            map.computeIfAbsent("k" + i % 37, k -> new ArrayList<>()).add(new Point(i, i * 3L, "p" + i));
            Object key = new Object();
            keys.add(key);
            identity.put(key, i);
        }
        long sum = 0;
        for (int i = 0; i < 300; i++) {
            sum = sum * 7 + identity.get(keys.get(i));
        }
        Map<Colour, String> colours = new HashMap<>();
        for (Colour colour : Colour.values()) {
            colours.put(colour, colour.name().toLowerCase());
        }
        return map.get("k5") + " " + sum + colours.get(Colour.BLUE) + new String("inter").concat("ned").intern();
    }

    static String lambdas() {
        List<Supplier<String>> made = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String captured = "c" + i;
            long number = i * 10_000_000_000L;
            made.add(() -> captured + number + churn(2));
        }
        IntFunction<Object[]> constructor = Object[]::new;
        StringBuilder text = new StringBuilder().append(constructor.apply(3).length);
        for (Supplier<String> supplier : made) {
            text.append(supplier.get()).append(' ');
        }
        return text.toString();
    }

    static void play(int me, StringBuilder log) {
        for (int round = 0; round < 15; round++) {
            Object local = "t" + me + "r" + round;
            synchronized (LOCK) {
                while (TURN[0] != me) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                log.append(local).append(' ');
                TURN[0] = (me + 1) % 3;
                LOCK.notifyAll();
            }
            churn(30);
        }
    }

    static synchronized void locked(Object held) {
        synchronized (held) {
            churn(200);
            if (!Thread.holdsLock(held) || !Thread.holdsLock(Survivors.class)) {
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        kept = new Object[] {new Point(1, 2, "kept"), new String[] {"a", "b"}};
        System.out.println(structures());
        System.out.println(arrays());
        System.out.println(locals(1, 2L, 3.5f, 4.5, "five", (byte) -6, (short) -7, '8', true));
        System.out.println(deep(100, "top"));
        System.out.println(maps());
        System.out.println(lambdas());
        StringBuilder log = new StringBuilder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int me = i;
            Thread thread = new Thread(() -> play(me, log), "player" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(log);
        locked(new Object());
        System.out.println(((Object[]) kept)[0] + ((String[]) ((Object[]) kept)[1])[1]);
        Object known = new Object();
        int hash = known.hashCode();
        churn(500);
        System.out.println(hash == System.identityHashCode(known));
    }
}
