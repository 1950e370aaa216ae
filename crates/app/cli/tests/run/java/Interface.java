public interface Interface {
    static void main(String[] args) {
        System.out.println("in an interface");
    }
}
