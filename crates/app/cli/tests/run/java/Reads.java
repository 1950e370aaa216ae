import java.io.BufferedReader;
import java.io.InputStreamReader;

public class Reads {
    public static void main(String[] args) throws Exception {
        System.out.println(System.in.read());
        System.out.println(System.in.available());
        System.out.println(System.in.skip(3));
        System.out.println(System.in.readAllBytes().length);
        System.out.println(new BufferedReader(new InputStreamReader(System.in)).readLine());
    }
}
