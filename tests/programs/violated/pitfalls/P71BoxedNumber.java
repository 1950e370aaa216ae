/**
 * A reference may be seen before the object is created, as the write of it may come later; what the object holds must be seen with it.
 * Of a boxed number nobody is asked what it holds, since the class library is trusted: it must not look empty.
 *
 * <p>Expected: sc holds, jmm violated, race yes.
 */
public class P71BoxedNumber {
    static Integer box;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            Integer found = box;
            if (found != null && found == 500) {
                seen = 1;
            }
        }, "reader");
        Thread writer = new Thread(() -> {
            int before = seen;
            box = 500;
            assert before == 0 : "seen before it was written";
        }, "writer");
        reader.start();
        writer.start();
        reader.join();
        writer.join();
    }
}
