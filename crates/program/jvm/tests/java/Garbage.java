/** Allocates far more than the heap holds, and more than it holds at once. */
public class Garbage {
    static Object[] list;

    static void fill() {
        list = null;
        try {
            while (true) {
                list = new Object[] {list, new byte[10_000]};
            }
        } catch (OutOfMemoryError e) {
            System.out.println("full: " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        long megabytes = Long.parseLong(args[0]);
        long sum = 0;
        Object kept = new int[] {1, 2, 3};
        for (long i = 0; i < megabytes * 16; i++) {
            byte[] garbage = new byte[65_000];
            garbage[(int) (i % garbage.length)] = (byte) i;
            sum += garbage[(int) (i % garbage.length)];
        }
        System.out.println(sum + " " + ((int[]) kept)[2]);
        fill();
        list = null;
        fill();
        list = null;
        try {
            System.out.println(new int[2000][100_000].length);
        } catch (OutOfMemoryError e) {
            System.out.println("many: " + e.getMessage());
        }
        try {
            System.out.println(new long[500_000_000].length);
        } catch (OutOfMemoryError e) {
            System.out.println("one: " + e.getMessage());
        }
        System.out.println(new byte[1 << 20].length);
    }
}
