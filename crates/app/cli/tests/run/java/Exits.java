public class Exits {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println("before");
        System.exit(Integer.parseInt(args[0]));
    }
}
