/** Two threads take turns by wait and notify on one monitor. */
public class WaitNotifyPingPong {
    private final Object monitor = new Object();
    private final StringBuilder log = new StringBuilder();
    private String turn = "ping";
    private int handovers;

    void play(String mine, String other, int rounds) {
        for (int i = 0; i < rounds; i++) {
            synchronized (monitor) {
                while (!turn.equals(mine)) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
                log.append(mine).append(' ').append(i).append('\n');
                handovers++;
                turn = other;
                monitor.notify();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        WaitNotifyPingPong game = new WaitNotifyPingPong();
        Thread ping = new Thread(() -> game.play("ping", "pong", 6));
        Thread pong = new Thread(() -> game.play("pong", "ping", 6));
        pong.start();
        ping.start();
        ping.join();
        pong.join();
        System.out.print(game.log);
        System.out.println("handovers " + game.handovers + ", next " + game.turn);
        // Nobody waits any more: a notification is lost, not stored.
        synchronized (game.monitor) {
            game.monitor.notify();
            game.monitor.notifyAll();
            game.monitor.wait(1);
        }
        System.out.println("notifications without a waiter are lost");
    }
}
