import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Names of members are filled in by the machine itself, without an action: a thread that looks a method up sees what was found, also if the class library
 * is checked like the program.
 *
 * <p>Expected: sc holds, jmm holds, race yes.
 * <br>Options: --trust none
 */
public class HandlesFound {
    static int x;

    static int seven() {
        return 7;
    }

    public static void main(String[] args) {
        new Thread(HandlesFound::looks).start();
        x = 2;
    }

    static void looks() {
        try {
            MethodHandle found =
                    MethodHandles.lookup().findStatic(HandlesFound.class, "seven", MethodType.methodType(int.class));
            assert found.type().returnType() == int.class;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        x = 1;
    }
}
