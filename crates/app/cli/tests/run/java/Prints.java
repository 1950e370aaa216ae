public class Prints {
    public static void main(String[] args) {
        for (int i = 0; i < 20000; i++) {
            System.out.println("a line that nobody reads " + i);
        }
        System.exit(7);
    }
}
