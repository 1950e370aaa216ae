public class Surroundings {
    public static void main(String[] args) {
        System.out.println(System.getenv() + " " + System.getenv("HOME"));
        System.out.println(System.getProperty("user.dir") + " " + System.getProperty("colour") + " "
                + System.getProperty("empty") + " " + System.getProperty("none"));
        System.out.println(Runtime.getRuntime().availableProcessors());
        System.out.println(System.getProperty("java.class.path"));
    }
}
