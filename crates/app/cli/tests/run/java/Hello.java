public class Hello {
    public static void main(String[] args) {
        System.out.println("hello, " + args.length + " arguments");
        for (String arg : args) {
            System.out.println("<" + arg + ">");
        }
    }
}
