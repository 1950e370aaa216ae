package thinair.junit;

/** The test could not be checked: thinair is missing, refuses it, or fails itself. Never a verdict. */
public final class ThinairError extends RuntimeException {
    private static final long serialVersionUID = 1;

    ThinairError(String message) {
        super(message);
    }

    ThinairError(String message, Throwable cause) {
        super(message, cause);
    }
}
