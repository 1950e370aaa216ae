import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

/** A tree of phasers: children register with their parent when they get parties, and advance together. */
public class PhaserTree {
    static String text(Phaser p) {
        return p.toString().replaceAll("^.*@[0-9a-f]+", "");
    }

    public static void main(String[] args) throws Exception {
        StringBuilder advances = new StringBuilder();
        Phaser root = new Phaser() {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                advances.append("phase ").append(phase).append(" with ").append(registered).append("; ");
                return registered == 0;
            }
        };
        System.out.println("root alone " + text(root));
        Phaser left = new Phaser(root, 2);
        Phaser right = new Phaser(root);
        System.out.println("left has two, right none: root parties " + root.getRegisteredParties());
        right.bulkRegister(3);
        System.out.println("right has three: root parties " + root.getRegisteredParties());
        System.out.println("parent " + (left.getParent() == root) + ", root " + (right.getRoot() == root)
                + ", the root has none " + root.getParent());
        left.arrive();
        left.arrive();
        System.out.println("left complete: root arrived " + root.getArrivedParties() + ", phase " + root.getPhase());
        right.arrive();
        right.arrive();
        right.arrive();
        System.out.println("right complete: phases " + root.getPhase() + " " + left.getPhase()
                + " " + right.getPhase());

        AtomicInteger work = new AtomicInteger();
        int[] atPhase = new int[3];
        Thread[] ts = new Thread[5];
        for (int i = 0; i < ts.length; i++) {
            Phaser mine = i < 2 ? left : right;
            int id = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 3; k++) {
                    work.incrementAndGet();
                    mine.arriveAndAwaitAdvance();
                    if (id == 0) {
                        atPhase[k] = work.get();
                    }
                    mine.arriveAndAwaitAdvance();
                }
                mine.arriveAndDeregister();
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("work seen after each step " + atPhase[0] + " " + atPhase[1] + " " + atPhase[2]);
        System.out.println("terminated " + root.isTerminated() + " " + left.isTerminated() + " "
                + right.isTerminated());
        System.out.println("parties left " + root.getRegisteredParties());
        for (String line : advances.toString().split("; ")) {
            System.out.println(line);
        }

        // One-shot gate: everyone registered must arrive before main goes on.
        Phaser gate = new Phaser(1);
        int[] filled = new int[6];
        for (int i = 0; i < filled.length; i++) {
            int id = i;
            gate.register();
            new Thread(() -> {
                filled[id] = id * id;
                gate.arriveAndDeregister();
            }).start();
        }
        gate.arriveAndAwaitAdvance();
        int sum = 0;
        for (int f : filled) {
            sum += f;
        }
        System.out.println("gate passed, sum " + sum + ", parties " + gate.getRegisteredParties());
    }
}
