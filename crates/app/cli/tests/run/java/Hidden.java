public class Hidden {
    private Hidden() {
    }

    void main() {
        System.out.println("main");
    }
}
