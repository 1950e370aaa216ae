package shop;

/** Two tellers pay into one account. */
public class Bank {
    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Thread first = new Thread(() -> account.deposit(50));
        Thread second = new Thread(() -> account.deposit(50));
        first.start();
        second.start();
        first.join();
        second.join();
        assert account.getBalance() == 100 : account.getBalance();
    }
}
