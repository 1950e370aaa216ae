// Runs the classes named on the command line one after the other, and marks where the output of each begins and ends.
// Of what a program throws it shows the kinds, the messages and the program's own stack frames: those of the class
// library are not the same when a method is called by reflection.

import java.lang.reflect.InvocationTargetException;

public class Driver {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            System.out.println("=== " + name);
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                show(name, e.getCause());
            } catch (Error e) {
                // From the initialiser of the class.
                show(name, e);
            }
            System.out.println("=== end");
        }
    }

    static void show(String name, Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            System.out.println("thrown " + t);
            for (StackTraceElement frame : t.getStackTrace()) {
                String owner = frame.getClassName();
                if (owner.equals(name) || owner.startsWith(name + "$")) {
                    System.out.println("  at " + frame);
                }
            }
        }
    }
}
