import static thinair.Thinair.assume;
import static thinair.Thinair.choose;
import static thinair.Thinair.observe;

/**
 * A bank account, checked for all amounts at once: what the program does not know is chosen, what it may rely on is assumed, what comes of it is observed.
 *
 * <p>{@code withdraw} looks and takes in one synchronized step, so that two of them never take more than there is. The balance at the end depends on the
 * amounts and on who comes first; the checker lists all of them.
 *
 * <p>Property: the balance is never negative, and nothing is lost.
 * <br>Expected: sc holds, jmm holds, race no.
 */
public class Choices {
    static final int BALANCE = 3;
    static int balance = BALANCE;
    static int taken;

    static synchronized void withdraw(int amount) {
        if (amount <= balance) {
            balance -= amount;
            taken += amount;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int first = choose(4);
        int second = choose(2, 3);
        // The bank refuses nothing, and pays nothing twice.
        assume(first > 0 && first != second);
        Thread other = new Thread(() -> withdraw(second), "other");
        other.start();
        withdraw(first);
        other.join();
        assert balance >= 0;
        assert balance + taken == BALANCE;
        observe("first", first);
        observe("second", second);
        observe("balance", balance);
    }
}
