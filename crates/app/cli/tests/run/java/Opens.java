import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;

public class Opens {
    public static void main(String[] args) throws Exception {
        System.out.println("before");
        switch (args[0]) {
            case "read" -> new FileInputStream(args[1]);
            case "write" -> new FileOutputStream(args[1]);
            case "exists" -> System.out.println(new File(args[1]).exists());
            case "list" -> System.out.println(new File(args[1]).list());
            case "canonical" -> System.out.println(new File(args[1]).getCanonicalPath());
            case "process" -> new ProcessBuilder(args[1]).start();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("after");
    }
}
