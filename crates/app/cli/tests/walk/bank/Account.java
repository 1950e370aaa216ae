package shop;

/** An account whose getter is locked and whose setter is, too, which is not enough. */
class Account {
    private int balance;

    synchronized int getBalance() {
        return balance;
    }

    synchronized void setBalance(int fresh) {
        balance = fresh;
    }

    void deposit(int amount) {
        setBalance(getBalance() + amount);
    }
}
