// A class without main: the launcher says what is missing.
//@ exit: 1
public class NoMain {
    static { System.out.println("static part"); }
    public static void notMain(String[] args) { System.out.println("never"); }
    static int main(String arg) { return 1; }
}
