/** Handshakes over volatile fields: plain data written before a volatile write is seen after the read of it. */
public class VolatileHandshake {
    static int payload;
    static int[] array;
    static volatile boolean ready;
    static volatile int request;
    static volatile int answer;
    static volatile long wide;
    static volatile Object message;

    static final class Box {
        int a;
        int b;

        Box(int a, int b) {
            this.a = a;
            this.b = b;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread reader = new Thread(() -> {
            while (!ready) {
                Thread.onSpinWait();
            }
            System.out.println("payload " + payload + ", array " + array[2]);
        });
        reader.start();
        payload = 42;
        array = new int[] {1, 2, 3};
        ready = true;
        reader.join();

        Thread server = new Thread(() -> {
            for (int i = 1; i <= 8; i++) {
                while (request != i) {
                    Thread.yield();
                }
                payload = payload + i;
                answer = i;
            }
        });
        server.start();
        for (int i = 1; i <= 8; i++) {
            request = i;
            while (answer != i) {
                Thread.yield();
            }
            System.out.println("answer " + i + " with payload " + payload);
        }
        server.join();

        // A volatile long is written and read in one piece.
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 2000; i++) {
                wide = i % 2 == 0 ? 0L : -1L;
            }
            wide = 5;
        });
        writer.start();
        boolean torn = false;
        for (long w = wide; w != 5; w = wide) {
            torn |= w != 0 && w != -1;
            Thread.yield();
        }
        writer.join();
        System.out.println("torn " + torn);

        Thread producer = new Thread(() -> {
            for (int i = 1; i <= 5; i++) {
                while (message != null) {
                    Thread.yield();
                }
                message = new Box(i, i * i);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 1; i <= 5; i++) {
            while (message == null) {
                Thread.yield();
            }
            Box b = (Box) message;
            sum += b.a * b.b;
            System.out.println("box " + b.a + " " + b.b);
            message = null;
        }
        producer.join();
        System.out.println("sum " + sum);
    }
}
