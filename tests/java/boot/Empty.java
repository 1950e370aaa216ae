// Prints nothing at all, and ends well.
public class Empty {
    public static void main(String[] args) {
    }
}
