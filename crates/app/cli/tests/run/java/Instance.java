/** A main method of Java 25: of an instance, without arguments. */
public class Instance {
    final int answer;

    Instance() {
        System.out.println("constructed");
        answer = 42;
    }

    void main() {
        System.out.println("answer " + answer);
        throw new RuntimeException("of an instance");
    }
}
