/** The private method with arguments does not count; in Java 25 the other one does. */
public class Chooses {
    private static void main(String[] args) {
        System.out.println("private");
    }

    static void main() {
        System.out.println("without arguments");
    }
}
