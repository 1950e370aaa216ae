package thinair.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Like {@link ThinairTest}, for a method that another annotation makes a test:
 *
 * <pre>{@code
 * @Checked
 * @ParameterizedTest
 * @ValueSource(ints = {1, 2})
 * void adds(int n) { … }
 * }</pre>
 *
 * <p>Arguments must be numbers, texts or enums, or null.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(ThinairExtension.class)
public @interface Checked {
    /** See {@link ThinairTest#models()}. */
    String[] models() default {"jmm"};

    /** See {@link ThinairTest#properties()}. */
    String[] properties() default {};

    /** See {@link ThinairTest#timeLimit()}. */
    String timeLimit() default "1m";

    /** See {@link ThinairTest#expect()}. */
    Verdict expect() default Verdict.HOLDS;

    /** See {@link ThinairTest#allowUnknown()}. */
    String[] allowUnknown() default {};

    /** See {@link ThinairTest#options()}. */
    String[] options() default {};
}
