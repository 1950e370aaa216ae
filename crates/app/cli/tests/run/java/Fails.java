public class Fails {
    static void deep(int n) {
        if (n == 0) {
            throw new IllegalStateException("outer", new RuntimeException("inner"));
        }
        deep(n - 1);
    }

    public static void main(String[] args) {
        System.out.println("before");
        deep(2);
    }
}
