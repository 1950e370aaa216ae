/**
 * A set as a sorted list with optimistic synchronization (Herlihy and Shavit, chapter 9): walk without locks, lock two nodes, and walk again to
 * see that they are still in the list.
 *
 * <p>One thread removes 2 while the other adds 3 behind it. Without the second walk the new node would hang on a node that is gone.
 *
 * <p>Property: both succeed, and in the end the set is {3}.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class OptimisticListSet {
    static class Node {
        final int key;
        volatile Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    static final Node head = new Node(Integer.MIN_VALUE, new Node(2, new Node(Integer.MAX_VALUE, null)));

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
                        before.next = node.next;
                        return true;
                    }
                }
            }
        }
    }

    /** Whether both are in the list and neighbours; asked with both locked. */
    static boolean isValid(Node before, Node node) {
        Node reached = head;
        while (reached.key < before.key) {
            reached = reached.next;
        }
        return reached == before && before.next == node;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread remover = new Thread(OptimisticListSet::removeTwo, "remover");
        Thread adder = new Thread(OptimisticListSet::addThree, "adder");
        remover.start();
        adder.start();
        remover.join();
        adder.join();
        assert head.next.key == 3 : head.next.key;
        assert head.next.next.key == Integer.MAX_VALUE;
    }

    static void removeTwo() {
        assert remove(2);
    }

    static void addThree() {
        assert add(3);
    }
}
