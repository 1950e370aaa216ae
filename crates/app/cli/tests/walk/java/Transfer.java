/**
 * Two accounts, locked in the order in which they come.
 *
 * <p>Expected: violated.
 * <br>Says: deadlock:
 */
public class Transfer {
    static class Account {
        int balance = 100;
    }

    static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account();
        Account b = new Account();
        Thread first = new Thread(() -> transfer(a, b, 10), "first");
        Thread second = new Thread(() -> transfer(b, a, 20), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert a.balance + b.balance == 200;
    }
}
