package p;

public class Package {
    public static void main(String[] args) {
        System.out.println("in package " + Package.class.getPackageName() + " " + Mate.value());
    }
}
