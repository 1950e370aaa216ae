public class Derived extends Base {
    public static void main(String[] args) {
        System.out.println("derived");
    }
}
