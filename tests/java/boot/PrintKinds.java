// print and println of every kind of value, without string concatenation.
public class PrintKinds {
    public static void main(String[] args) {
        System.out.println();
        System.out.println(true);
        System.out.println(false);
        System.out.println('c');
        System.out.println((byte) -1);
        System.out.println((short) 40000);
        System.out.println(42);
        System.out.println(Integer.MIN_VALUE);
        System.out.println(Integer.MAX_VALUE);
        System.out.println(42L);
        System.out.println(Long.MIN_VALUE);
        System.out.println(Long.MAX_VALUE);
        System.out.println(new char[] {'a', 'b', 'c'});
        System.out.println((String) null);
        System.out.println((Object) null);
        System.out.println((Object) "object");
        System.out.print("no newline; ");
        System.out.print(1);
        System.out.print(' ');
        System.out.print(2L);
        System.out.print(' ');
        System.out.print(true);
        System.out.print('\n');
        System.out.write('w');
        System.out.write('\n');
        System.out.append('x').append("yz").append("0123456", 2, 4).append('\n');
        System.out.println(1.5);
        System.out.println(0.1f);
        System.out.println(-0.0);
        System.out.println(1.0 / 0.0);
        System.out.println(0.0 / 0.0);
        System.out.println(1e100);
        System.out.println(1.0E-5f);
        System.out.flush();
    }
}
