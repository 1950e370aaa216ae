import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Exchanger: two threads swap objects; null, timeout, interrupt; buffers swapped by filler and emptier. */
public class Exchangers {
    public static void main(String[] args) throws Exception {
        Exchanger<String> x = new Exchanger<>();
        String[] got = new String[1];
        for (String mine : new String[] {"from main", null}) {
            Thread t = new Thread(() -> {
                try {
                    got[0] = x.exchange("from other");
                } catch (InterruptedException e) {
                    got[0] = "interrupted";
                }
            });
            t.start();
            String mineGot = x.exchange(mine);
            t.join();
            System.out.println("main got " + mineGot + ", other got " + got[0]);
        }
        try {
            x.exchange("nobody there", 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout: " + e.getMessage());
        }
        Thread.currentThread().interrupt();
        try {
            x.exchange("interrupted");
        } catch (InterruptedException e) {
            System.out.println("interrupted, flag " + Thread.currentThread().isInterrupted());
        }
        Thread blocked = new Thread(() -> {
            try {
                x.exchange("waits");
                got[0] = "exchanged";
            } catch (InterruptedException e) {
                got[0] = "interrupted while waiting";
            }
        });
        blocked.start();
        while (blocked.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        blocked.interrupt();
        blocked.join();
        System.out.println(got[0]);

        Exchanger<List<Integer>> buffers = new Exchanger<>();
        List<Integer> all = new ArrayList<>();
        Thread filler = new Thread(() -> {
            try {
                List<Integer> mine = new ArrayList<>();
                for (int i = 1; i <= 20; i++) {
                    mine.add(i);
                    if (mine.size() == 5) {
                        mine = buffers.exchange(mine);
                        assert mine.isEmpty();
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        filler.start();
        List<Integer> mine = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            mine = buffers.exchange(mine, 1, TimeUnit.DAYS);
            System.out.println("full buffer " + mine);
            all.addAll(mine);
            mine.clear();
        }
        filler.join();
        System.out.println("all " + all.size() + " last " + all.get(19));

        // Four threads in pairs, whoever meets: values are conserved.
        Exchanger<Integer> many = new Exchanger<>();
        int[] values = new int[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> {
                try {
                    values[id] = many.exchange(1 << id);
                } catch (InterruptedException e) {
                    values[id] = -1;
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("conserved " + (values[0] | values[1] | values[2] | values[3]));
    }
}
