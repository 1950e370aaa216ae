// A few thousand lines on both streams, long lines, and every way of writing them.
public class ManyLines {
    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (int i = 0; i < 1500; i++) {
            System.out.println(i);
            sum += i;
            if (i % 100 == 0) System.err.println(i);
        }
        System.out.println("x".repeat(10_000));
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 3000; i++) sb.append((char) ('a' + i % 26));
        System.out.println(sb);
        byte[] bytes = "raw bytes é\n".getBytes("UTF-8");
        System.out.write(bytes);
        System.out.write(bytes, 0, 3);
        System.out.write('\n');
        System.out.println(new char[] {'c', 'h', '中', '\ud83d', '\ude00'});
        System.out.println("lone surrogate \ud83d end");
        System.out.print('\u00e9');
        System.out.print('\ud83d');
        System.out.println('\ude00');
        System.out.println(sum + " " + System.out.checkError());
        for (int i = 0; i < 300; i++) System.out.print(i % 10);
        System.out.println();
        System.out.printf("%5d|%-5s|%n", 42, "ab");
        System.out.println("tabs\tand\rreturns\b and\0nul".replace('\0', '0').replace('\b', 'b').replace('\r', 'r'));
        System.err.printf("%s%n", "stderr with é");
        System.out.append("the").append(' ').append("end", 0, 3);
    }
}
