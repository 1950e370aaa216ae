// Assertions switched on and off by class loaders (java.lang.ClassLoader.setDefaultAssertionStatus and the like).
import java.io.IOException;

public class AssertionStatus {
    static class First {
        static boolean isOn() {
            boolean on = false;
            assert on = true;
            return on;
        }
    }

    static class Second {
        static boolean isOn() {
            boolean on = false;
            assert on = true;
            return on;
        }
    }

    public static class Asks {
        public static boolean isOn() {
            boolean on = false;
            assert on = true;
            return on;
        }
    }

    static class Own extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("AssertionStatus$Asks")) return super.loadClass(name, resolve);
            try (var in = AssertionStatus.class.getResourceAsStream("/" + name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        boolean ask() throws Exception {
            return (boolean) loadClass("AssertionStatus$Asks").getMethod("isOn").invoke(null);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("by default " + Asks.isOn() + " " + new Own().ask());
        Own off = new Own();
        off.setDefaultAssertionStatus(false);
        System.out.println("default off " + off.ask());
        Own named = new Own();
        named.setClassAssertionStatus("AssertionStatus", false);
        System.out.println("class off " + named.ask());
        Own packaged = new Own();
        packaged.setPackageAssertionStatus(null, false);
        System.out.println("package off " + packaged.ask());
        Own cleared = new Own();
        cleared.clearAssertionStatus();
        System.out.println("cleared " + cleared.ask());
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        loader.setPackageAssertionStatus("p", true);
        System.out.println(AssertionStatus.class.desiredAssertionStatus() + " " + First.isOn());
        loader.clearAssertionStatus();
        System.out.println(AssertionStatus.class.desiredAssertionStatus() + " " + First.isOn() + " " + Second.isOn());
    }
}
