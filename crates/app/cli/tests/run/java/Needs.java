public class Needs {
    public static void main(String[] args) {
        System.out.println("before");
        p.Package.main(args);
    }
}
