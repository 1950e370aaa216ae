public class Spins {
    public static void main(String[] args) {
        System.out.println("spinning");
        while (true) {
        }
    }
}
