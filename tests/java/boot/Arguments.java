// The arguments of main.
//@ args: alpha beta 42 --flag -x=1 über
public class Arguments {
    public static void main(String... args) {
        System.out.println(args.length);
        for (int i = 0; i < args.length; i++) {
            System.out.print(i);
            System.out.print(": ");
            System.out.print(args[i]);
            System.out.print(' ');
            System.out.println(args[i].length());
        }
        System.out.println(Integer.parseInt(args[2]) + 1);
        args[0] = "changed";
        System.out.println(args[0]);
        System.out.println(args.getClass().getName());
    }
}
