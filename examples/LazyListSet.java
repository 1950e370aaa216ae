/**
 * A set as a sorted list with lazy synchronization (Heller and others; Herlihy and Shavit, chapter 9): changes lock two nodes, {@code contains} locks none.
 *
 * <p>The threads walk over nodes that others change, so {@code next} and {@code marked} are volatile.
 *
 * <p>Property: of two threads that remove 2 one succeeds; then 1 is in the set and 2 is not; nobody fails on the way.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class LazyListSet {
    static class Node {
        final int key;
        volatile boolean marked;
        volatile Node next;

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
        Thread first = new Thread(LazyListSet::first, "first");
        Thread second = new Thread(LazyListSet::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert removedByFirst != removedBySecond;
        assert contains(1) && !contains(2);
    }
}
