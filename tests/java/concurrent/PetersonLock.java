/** Peterson's mutual exclusion for two threads with volatile fields. */
public class PetersonLock {
    static volatile boolean want0;
    static volatile boolean want1;
    static volatile int victim;
    static int counter;
    static int inside;
    static int mostInside;
    static final StringBuilder TURNS = new StringBuilder();

    static void lock(int me) {
        if (me == 0) {
            want0 = true;
            victim = 0;
            while (want1 && victim == 0) {
                Thread.yield();
            }
        } else {
            want1 = true;
            victim = 1;
            while (want0 && victim == 1) {
                Thread.yield();
            }
        }
    }

    static void unlock(int me) {
        if (me == 0) {
            want0 = false;
        } else {
            want1 = false;
        }
    }

    static void work(int me, int rounds) {
        for (int i = 0; i < rounds; i++) {
            lock(me);
            inside++;
            mostInside = Math.max(mostInside, inside);
            counter++;
            TURNS.append(me);
            inside--;
            unlock(me);
        }
    }

    public static void main(String[] args) throws Exception {
        lock(0);
        System.out.println("alone: entered, want " + want0 + " " + want1 + " victim " + victim);
        unlock(0);
        for (int rounds : new int[] {1, 10, 200}) {
            counter = 0;
            mostInside = 0;
            TURNS.setLength(0);
            Thread a = new Thread(() -> work(0, rounds));
            Thread b = new Thread(() -> work(1, rounds));
            a.start();
            b.start();
            a.join();
            b.join();
            long zeros = TURNS.chars().filter(c -> c == '0').count();
            System.out.println("rounds " + rounds + ": counter " + counter + ", most inside " + mostInside
                    + ", turns of 0 " + zeros + " of " + TURNS.length());
        }
        System.out.println("at the end want " + want0 + " " + want1);
        // The one that came second waits for the first to leave.
        lock(0);
        Thread second = new Thread(() -> {
            lock(1);
            System.out.println("second enters, counter " + counter);
            unlock(1);
        });
        second.start();
        while (victim != 1) {
            Thread.yield();
        }
        counter = -1;
        System.out.println("second wants " + want1 + " and waits");
        unlock(0);
        second.join();
        System.out.println("done");
    }
}
