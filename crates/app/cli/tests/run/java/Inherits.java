/** Inherits main; its own initialiser still runs first. */
public class Inherits extends Hello {
    static {
        System.out.println("Inherits is initialised");
    }
}
