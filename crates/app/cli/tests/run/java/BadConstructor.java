/** Nobody catches what the constructor throws, not even main. */
public class BadConstructor {
    BadConstructor() {
        throw new IllegalStateException("no object");
    }

    void main(String[] args) {
        try {
            System.out.println("main");
        } catch (IllegalStateException e) {
            System.out.println("caught");
        }
    }
}
