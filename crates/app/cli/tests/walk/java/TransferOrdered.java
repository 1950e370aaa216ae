/**
 * Two accounts, locked in the order of their numbers.
 *
 * <p>Expected: holds.
 */
public class TransferOrdered {
    static class Account {
        final int number;
        int balance = 100;

        Account(int number) {
            this.number = number;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        Account low = from.number < to.number ? from : to;
        Account high = from.number < to.number ? to : from;
        synchronized (low) {
            synchronized (high) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(1);
        Account b = new Account(2);
        Thread first = new Thread(() -> transfer(a, b, 10), "first");
        Thread second = new Thread(() -> transfer(b, a, 20), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        assert a.balance + b.balance == 200;
    }
}
