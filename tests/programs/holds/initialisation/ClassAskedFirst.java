/**
 * What an object of class Class notes of itself is asked for, in a race, while another thread initialises the class that it stands for.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 * <br>Options: --trust none
 */
public class ClassAskedFirst {
    static int made;

    static class Held {
        static {
            made++;
        }
    }

    static void use() {
        Held.class.getPackageName();
        new Held();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ClassAskedFirst::use);
        Thread two = new Thread(ClassAskedFirst::use);
        one.start();
        two.start();
        one.join();
        two.join();
        assert made == 1;
    }
}
