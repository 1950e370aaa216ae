// Runtime.halt ends the program at once, without hooks.
//@ exit: 9
public class Halt {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("never printed")));
        System.out.println("halting");
        System.out.flush();
        Runtime.getRuntime().halt(9);
    }
}
