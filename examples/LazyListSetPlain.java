/**
 * The lazy list of {@code LazyListSet} with plain fields, as textbooks print it, which is broken.
 *
 * <p>A thread that walks over a node somebody has just linked need not see its fields: {@code next} may be null, {@code key} 0.
 *
 * <p>Property: of two threads that remove 2 one succeeds; then 1 is in the set and 2 is not; nobody fails on the way.
 * <br>Expected: sc holds, jmm violated, race yes.
 */
public class LazyListSetPlain {
    static class Node {
        int key;
        boolean marked;
        Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    static final Node head = new Node(Integer.MIN_VALUE, new Node(2, new Node(Integer.MAX_VALUE, null)));
    static boolean removedByFirst;
    static boolean removedBySecond;

    static boolean add(int key) {
        while (true) {
            Node before = head;
            Node node = before.next;
            while (node.key < key) {
                before = node;
                node = node.next;
            }
            synchronized (before) {
                synchronized (node) {
                    if (isValid(before, node)) {
                        if (node.key == key) {
                            return false;
                        }
                        before.next = new Node(key, node);
                        return true;
                    }
                }
            }
        }
    }

    static boolean remove(int key) {
        while (true) {
            Node before = head;
            Node node = before.next;
            while (node.key < key) {
                before = node;
                node = node.next;
            }
            synchronized (before) {
                synchronized (node) {
                    if (isValid(before, node)) {
                        if (node.key != key) {
                            return false;
                        }
                        node.marked = true;
                        before.next = node.next;
                        return true;
                    }
                }
            }
        }
    }

    /** Asked with both nodes locked. */
    static boolean isValid(Node before, Node node) {
        return !before.marked && !node.marked && before.next == node;
    }

    /** Takes no lock. */
    static boolean contains(int key) {
        Node node = head;
        while (node.key < key) {
            node = node.next;
        }
        return node.key == key && !node.marked;
    }

    static void first() {
        assert add(1);
        removedByFirst = remove(2);
    }

    static void second() {
        removedBySecond = remove(2);
        assert !contains(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(LazyListSetPlain::first, "first");
        Thread second = new Thread(LazyListSetPlain::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert removedByFirst != removedBySecond;
        assert contains(1) && !contains(2);
    }
}
