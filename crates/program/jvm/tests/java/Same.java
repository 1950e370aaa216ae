import java.util.ArrayList;
import java.util.List;

/** Programs whose last states are compared: the first argument says which, the second what may differ. */
public class Same {
    static class Box {
        int value;
        Object other;
    }

    static Box box = new Box();
    static List<Object> list = new ArrayList<>();
    static Object hashed;
    static int sink;

    static void garbage(int n) {
        Object[] before = null;
        for (int i = 0; i < n; i++) {
            before = new Object[] {before, new long[i % 5]};
        }
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "garbage" -> {
                garbage(n);
                box.other = new Box();
                garbage(2 * n);
                list.add(box);
                list.add(box.other);
            }
            case "field" -> {
                box.other = new Box();
                ((Box) box.other).value = n;
            }
            case "shape" -> {
                // The same objects, but twice the same or two alike.
                list.add(box);
                list.add(n == 0 ? box : new Box());
            }
            case "hash" -> {
                garbage(n);
                hashed = new Object();
                sink = System.identityHashCode(hashed) & 0;
            }
            case "printed" -> {
                System.out.println("n is " + n);
                System.out.print("and n is " + n);
            }
            case "threads" -> {
                Box[] boxes = {new Box(), new Box()};
                Thread[] threads = new Thread[2];
                for (int t = 0; t < 2; t++) {
                    Box own = boxes[t];
                    threads[t] = new Thread(() -> {
                        for (int i = 0; i < 100; i++) {
                            Box next = new Box();
                            next.value = i;
                            next.other = i % 7 == 0 ? null : own.other;
                            own.other = next;
                        }
                    });
                    threads[t].start();
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                box.other = boxes;
            }
            case "spin" -> {
                while (n == 0) {
                    garbage(3);
                }
            }
            case "clock" -> {
                while (n == 0) {
                    sink = System.nanoTime() == 0 ? 1 : 0;
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
