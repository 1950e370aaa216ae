package thinair.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is checked over every schedule, and every value that the memory model lets a read see, instead of
 * being run once.
 *
 * <p>On a method, it makes the method a test. On a class, it checks all tests of the class, those with
 * {@code @Test} and those with parameters, too. A method's annotation replaces that of its class. For a single
 * method with parameters or repetitions, see {@link Checked}.
 *
 * <p>The test passes if thinair's answer is {@link #expect()} under every model, and fails with the execution
 * otherwise.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(ThinairExtension.class)
public @interface ThinairTest {
    /** The memory models: {@code jmm}, {@code sc}, {@code tso} and so on; see {@code thinair models}. */
    String[] models() default {"jmm"};

    /** The properties that decide: {@code assertion}, {@code race}, {@code deadlock} and so on; by default all but races. */
    String[] properties() default {};

    /** How long a check may take: {@code 500ms}, {@code 10s}, {@code 2m}. */
    String timeLimit() default "1m";

    /** The answer with which the test passes. */
    Verdict expect() default Verdict.HOLDS;

    /**
     * Reasons for which {@code unknown} passes, too: the answer's reason must contain one of them. Empty texts do
     * not count.
     */
    String[] allowUnknown() default {};

    /** Further options of {@code thinair test}, such as {@code --timeouts=any}. */
    String[] options() default {};
}
