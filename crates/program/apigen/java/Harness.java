import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs API programs many times, with two threads that begin at the same time, and prints each outcome once. Standard input has a line for each program:
 * its class, the most runs, the most milliseconds, and how many milliseconds of standing still are a hang.
 */
public final class Harness {
    private Harness() {}

    /** Two threads that wait for programs. Daemons: what hangs is left behind. */
    private static final class Pair {
        volatile Api.Program program;
        volatile int round;
        final String[] results = new String[2];
        final AtomicInteger arrived = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
        final Thread[] threads = new Thread[2];
        volatile int delay;

        Pair() {
            for (int i = 0; i < 2; i++) {
                int me = i;
                threads[i] = new Thread(() -> loop(me), i == 0 ? "A" : "B");
                threads[i].setDaemon(true);
                threads[i].start();
            }
        }

        private void loop(int me) {
            for (int seen = 0; ; ) {
                for (int spins = 0; round == seen; spins++) {
                    if (spins > 300) {
                        LockSupport.parkNanos(20_000);
                    } else if (spins > 200) {
                        Thread.yield();
                    }
                }
                seen = round;
                if (seen < 0) {
                    return;
                }
                // What the program before has left: an interrupt, a permit.
                Thread.interrupted();
                LockSupport.unpark(Thread.currentThread());
                LockSupport.park();
                Api.Program p = program;
                arrived.incrementAndGet();
                for (int spins = 0; arrived.get() < 2; spins++) {
                    if (spins > 200) {
                        Thread.yield();
                    }
                }
                // Who comes a little later differs from run to run.
                int pause = me == 0 ? delay : -delay;
                for (int k = 0; k < pause; k++) {
                    Thread.onSpinWait();
                }
                String result;
                try {
                    result = me == 0 ? p.one() : p.two();
                } catch (Throwable e) {
                    result = "?" + e;
                }
                results[me] = result;
                done.incrementAndGet();
            }
        }
    }

    private static Pair pair = new Pair();

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            Map<String, Integer> outcomes = new TreeMap<>();
            String problem = null;
            try {
                problem = run(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]), outcomes);
            } catch (Throwable e) {
                problem = e.toString().replace('\n', ' ');
            }
            for (Map.Entry<String, Integer> outcome : outcomes.entrySet()) {
                System.out.println(words[0] + "\t" + outcome.getValue() + "\t" + outcome.getKey());
            }
            if (problem != null) {
                System.out.println(words[0] + "\t!\t" + problem);
            }
            System.out.println(words[0] + "\t.");
            System.out.flush();
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static String run(String name, int runs, long millis, long still, Map<String, Integer> outcomes) throws Exception {
        Constructor<?> constructor = Class.forName(name).getDeclaredConstructor();
        constructor.setAccessible(true);
        long end = System.nanoTime() + millis * 1_000_000;
        for (int i = 0; i < runs && System.nanoTime() < end; i++) {
            Api.Program program = (Api.Program) constructor.newInstance();
            program.first(pair.threads[0]);
            pair.arrived.set(0);
            pair.done.set(0);
            pair.results[0] = null;
            pair.results[1] = null;
            pair.delay = i % 3 == 0 ? 0 : (i * 37 % 101 - 50) * (i % 7 == 0 ? 10 : 1);
            pair.program = program;
            pair.round++;
            // On a busy machine even a few turns may take long.
            long soon = System.nanoTime() + 500_000;
            while (pair.done.get() < 2 && System.nanoTime() < soon) {
                Thread.yield();
            }
            String hang = pair.done.get() < 2 ? await(still) : null;
            if (hang != null) {
                outcomes.merge(hang, 1, Integer::sum);
                pair.round = -1;
                pair = new Pair();
                return hang.equals("hang") ? null : "did not end";
            }
            String outcome = "1=" + escape(pair.results[0]) + "\t2=" + escape(pair.results[1]) + "\tend=" + escape(program.end());
            outcomes.merge(outcome, 1, Integer::sum);
        }
        return null;
    }

    /** Waits for the threads: null if they have ended, `hang` if those that have not wait for ever. */
    private static String await(long still) throws Exception {
        long quiet = System.nanoTime();
        long begin = quiet;
        while (pair.done.get() < 2) {
            Thread.sleep(0, 200_000);
            boolean waits = true;
            for (int i = 0; i < 2; i++) {
                Thread.State state = pair.threads[i].getState();
                // One that has done its part looks for the next program.
                waits &= pair.results[i] != null || state == Thread.State.WAITING || state == Thread.State.BLOCKED;
            }
            long now = System.nanoTime();
            if (!waits) {
                quiet = now;
            } else if (now - quiet > still * 1_000_000 && pair.done.get() < 2) {
                return "hang";
            }
            if (now - begin > 3_000_000_000L) {
                return "busy";
            }
        }
        return null;
    }

    static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r");
    }
}
