import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Phaser: registration, arrival, advance, onAdvance, deregistration, termination, waiting with limits. */
public class Phasers {
    static String text(Phaser p) {
        return p.toString().replaceAll("^.*@[0-9a-f]+", "");
    }

    public static void main(String[] args) throws Exception {
        Phaser p = new Phaser(1);
        System.out.println(text(p) + " arrived " + p.getArrivedParties() + " unarrived " + p.getUnarrivedParties());
        System.out.println("register " + p.register() + ", parties " + p.getRegisteredParties());
        System.out.println("arrive " + p.arrive() + ", arrived " + p.getArrivedParties());
        System.out.println("arrive again " + p.arrive() + ", phase " + p.getPhase());
        System.out.println("bulkRegister " + p.bulkRegister(2) + " " + text(p));
        System.out.println("arriveAndDeregister " + p.arriveAndDeregister() + " " + p.arriveAndDeregister()
                + " " + p.arriveAndDeregister() + " " + text(p));
        System.out.println("alone arriveAndAwaitAdvance " + p.arriveAndAwaitAdvance());
        System.out.println("awaitAdvance of an old phase " + p.awaitAdvance(0));
        try {
            p.awaitAdvanceInterruptibly(p.getPhase(), 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("not advanced in time");
        }
        System.out.println("last leaves " + p.arriveAndDeregister() + ", terminated " + p.isTerminated()
                + ", phase negative " + (p.getPhase() < 0) + ", register " + (p.register() < 0));

        int[] sums = new int[3];
        Phaser rounds = new Phaser(3) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                System.out.println("phase " + phase + " registered " + registered
                        + " sums " + sums[0] + " " + sums[1] + " " + sums[2]);
                return phase == 3 || registered == 0;
            }
        };
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                while (!rounds.isTerminated()) {
                    sums[id] += id + 1;
                    rounds.arriveAndAwaitAdvance();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("ended " + rounds.isTerminated() + " " + rounds.getRegisteredParties());

        Phaser forced = new Phaser(2);
        Thread waiting = new Thread(() -> System.out.println("released by termination "
                + (forced.arriveAndAwaitAdvance() < 0)));
        waiting.start();
        while (forced.getArrivedParties() == 0) {
            Thread.sleep(1);
        }
        forced.forceTermination();
        waiting.join();
        Phaser interrupted = new Phaser(1);
        Thread.currentThread().interrupt();
        try {
            interrupted.awaitAdvanceInterruptibly(0);
        } catch (InterruptedException e) {
            System.out.println("interrupted, phase " + interrupted.getPhase());
        }
        try {
            new Phaser().arrive();
        } catch (IllegalStateException e) {
            System.out.println("arrive without a party: " + e.getClass().getSimpleName());
        }
        try {
            new Phaser(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("negative: " + e.getMessage());
        }
    }
}
