import java.util.concurrent.atomic.AtomicIntegerArray;

/** Dekker's mutual exclusion: intent flags and a turn that decides who steps back. */
public class DekkerLock {
    static final AtomicIntegerArray WANT = new AtomicIntegerArray(2);
    static volatile int turn;
    static final long[] ACCOUNTS = {1000, 1000, 1000};

    static void lock(int me) {
        WANT.set(me, 1);
        while (WANT.get(1 - me) == 1) {
            if (turn != me) {
                WANT.set(me, 0);
                while (turn != me) {
                    Thread.yield();
                }
                WANT.set(me, 1);
            }
            Thread.yield();
        }
    }

    static void unlock(int me) {
        turn = 1 - me;
        WANT.set(me, 0);
    }

    static void transfer(int me, int rounds) {
        for (int i = 0; i < rounds; i++) {
            lock(me);
            int from = (i + me) % 3;
            int to = (i + me + 1) % 3;
            ACCOUNTS[from] -= i;
            assert ACCOUNTS[0] + ACCOUNTS[1] + ACCOUNTS[2] == 3000 - i : "another thread is inside";
            ACCOUNTS[to] += i;
            unlock(me);
        }
    }

    public static void main(String[] args) throws Exception {
        lock(1);
        System.out.println("alone: want " + WANT + " turn " + turn);
        unlock(1);
        System.out.println("left: want " + WANT + " turn " + turn);
        for (int rounds : new int[] {1, 20, 150}) {
            Thread a = new Thread(() -> transfer(0, rounds));
            Thread b = new Thread(() -> transfer(1, rounds));
            a.start();
            b.start();
            a.join();
            b.join();
            System.out.println("rounds " + rounds + ": " + ACCOUNTS[0] + " " + ACCOUNTS[1] + " " + ACCOUNTS[2]
                    + " sum " + (ACCOUNTS[0] + ACCOUNTS[1] + ACCOUNTS[2]));
        }
        System.out.println("at the end want " + WANT);
        // After leaving, the turn belongs to the other.
        turn = 0;
        lock(0);
        Thread other = new Thread(() -> {
            lock(1);
            System.out.println("other enters, turn " + turn);
            unlock(1);
        });
        other.start();
        while (other.getState() == Thread.State.NEW) {
            Thread.yield();
        }
        System.out.println("main inside, turn " + turn);
        unlock(0);
        other.join();
        System.out.println("other left, turn " + turn);
        lock(0);
        System.out.println("main again, want " + WANT);
        unlock(0);
        System.out.println("end, want " + WANT + " turn " + turn);
    }
}
