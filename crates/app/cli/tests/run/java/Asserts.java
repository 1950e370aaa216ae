public class Asserts {
    public static void main(String[] args) {
        assert args.length > 0 : "no arguments";
        System.out.println("not asserted");
    }
}
