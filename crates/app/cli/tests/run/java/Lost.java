import java.util.concurrent.locks.ReentrantLock;

/** Nobody gives the lock back; and a thread that joins waits for one that waits. */
public class Lost {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread holder = new Thread(lock::lock, "holder");
        holder.start();
        holder.join();
        Thread waiter = new Thread(lock::lock, "waiter");
        waiter.start();
        waiter.join();
    }
}
